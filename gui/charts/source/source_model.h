#pragma once

#include "gui/models/source_lines.h"

#include <QAbstractTableModel>

#include <vector>

namespace vellum::gui::charts {

/// The lines of a source as rows of a table.
///
/// Threads  GUI thread.
class SourceModel final : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Number, Moved, Share, Pattern, Text, Columns };
    /// The share, as a double 0 … 1; invalid where nothing was moved.
    static constexpr int kShareRole = Qt::UserRole;

    using QAbstractTableModel::QAbstractTableModel;

    /// Of the same lines of the same source only the numbers change: what is marked and seen stays.
    void show(std::vector<models::SourceLine> lines);
    [[nodiscard]] const std::vector<models::SourceLine>& lines() const { return m_lines; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(
        int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] static QString textOf(const models::SourceLine& line, int column);
    [[nodiscard]] static QString tipOf(const models::SourceLine& line);

    std::vector<models::SourceLine> m_lines;
};

}  // namespace vellum::gui::charts
