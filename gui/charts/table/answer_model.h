#pragma once

#include "common/query/table_text.h"
#include "gui/data/data_source.h"
#include "gui/models/latest_work.h"

#include <QAbstractTableModel>
#include <QString>
#include <QVariant>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vellum::gui::charts {

/// What people read in place of what a descriptor says, for tables that are of one question.
///
/// Threads  Immutable: rows are searched and sorted on another thread.
class AnswerLook {
public:
    AnswerLook() = default;
    virtual ~AnswerLook() = default;
    AnswerLook(const AnswerLook&) = delete;
    AnswerLook& operator=(const AnswerLook&) = delete;

    /// The title of the column with this key. Where this, `text` or `isShown` returns nothing, the descriptor's own holds.
    [[nodiscard]] virtual std::optional<std::string> title(std::string_view key) const = 0;
    /// The text of a cell, as it is shown and searched; columns of words are sorted by it, too. \p row is a row of the
    /// answer.
    [[nodiscard]] virtual std::optional<std::string> text(
        std::string_view key, const void* row) const = 0;
    /// Whether people see the column before they ask for it.
    [[nodiscard]] virtual std::optional<bool> isShown(std::string_view key) const = 0;
    /// The colour of a cell's text; an invalid QVariant: the table's usual one.
    [[nodiscard]] virtual QVariant color(std::string_view key, const void* row) const = 0;
};

/// The rows of any answer that has a descriptor, as a view of Qt's shows them: sorted by any column, and those alone
/// that a text is found in.
///
/// Size     An index a row; texts are made when they are seen.
/// Threads  GUI thread. Long tables are sorted and searched on another one; until then the rows stay as they were.
class AnswerModel : public QAbstractTableModel {
    Q_OBJECT

public:
    /// So many are put in order at once: it takes no longer than a picture.
    static constexpr std::size_t kMostAtOnce = 10'000;

    explicit AnswerModel(std::shared_ptr<const data::Trace> trace, QObject* parent = nullptr);
    ~AnswerModel() override;

    /// How answers read that are shown from now on; null: as the descriptor says.
    void setLook(std::shared_ptr<const AnswerLook> look) { m_look = std::move(look); }
    /// Null: no rows. The order and the text that is looked for stay where the columns are the same.
    void show(const std::shared_ptr<const query::Answer>& answer);
    /// Rows with this text in one of their cells, upper or lower case; empty: all.
    void setFilter(const QString& text);
    void sort(int column, Qt::SortOrder order) override;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(
        int section, Qt::Orientation orientation, int role) const override;

    [[nodiscard]] std::size_t allRows() const;
    /// Null before there is an answer.
    [[nodiscard]] const query::TableText* text() const;
    /// The row of the answer that is the \p row-th here.
    [[nodiscard]] const void* rowAt(int row) const;
    /// -1: none of that key.
    [[nodiscard]] int columnOf(const QString& key) const;
    [[nodiscard]] QString keyOf(int column) const;
    [[nodiscard]] bool isShownAtFirst(int column) const;
    /// What is shown, in its order, as `vellum-query --format csv` writes it.
    [[nodiscard]] QByteArray csv() const;
    [[nodiscard]] bool isBusy() const { return m_work.isBusy(); }

signals:
    void rowsChanged();

private:
    struct Content;
    struct Wanted {
        int column = -1;  ///< -1: as the answer has them
        Qt::SortOrder order = Qt::AscendingOrder;
        QString filter;
    };

    void arrange();
    void take(std::vector<std::uint32_t> order);
    [[nodiscard]] static std::vector<std::uint32_t> orderOf(
        const Content& content, const Wanted& wanted);

    std::shared_ptr<const data::Trace> m_trace;
    std::shared_ptr<const AnswerLook> m_look;
    std::shared_ptr<const Content> m_content;
    Wanted m_wanted;
    std::vector<std::uint32_t> m_order;
    models::LatestWork<std::vector<std::uint32_t>> m_work;  ///< puts many rows in order
};

}  // namespace vellum::gui::charts
