#pragma once

#include "gui/data/data_source.h"
#include "gui/models/alike_names.h"
#include "gui/models/fuzzy_match.h"
#include "gui/models/row_order.h"

#include <QAbstractListModel>
#include <QPointer>

#include <memory>
#include <optional>
#include <vector>

class QAction;

namespace vellum::gui::shell {

/// One thing that the command palette can do.
struct PaletteEntry {
    enum class Kind {
        Action,
        Row,
        Function,
        Time,
        Nothing,  ///< says why nothing is listed; it cannot be chosen
    };

    Kind kind = Kind::Action;
    QString text;
    QString note;  ///< the keys of an action, the process of a row, the group of a function
    QAction* action = nullptr;
    LocationRef location;    ///< of a row
    LocationGroupRef group;  ///< likewise, where it is that of a whole process
    std::optional<std::uint64_t>
        key;  ///< likewise, where it is that of a node or of a group of rows
    RegionRef region;
    Tick tick = 0;
};

/// A property of an action, a text: what it is called where its menu's title does not stand above it.
inline constexpr const char* kNameInPalette = "nameInPalette";

/// What the command palette seeks in.
struct PaletteSources {
    std::vector<QAction*> actions;
    std::shared_ptr<const data::Trace> trace{};  ///< null: actions alone
    /// Of the chart, for those that are neither a process nor a location; may be null, read at once.
    const std::vector<models::Row>* rows = nullptr;
    QPointer<models::AlikeNames> alike{};  ///< may be null
};

/// What the command palette lists for the text typed so far, best first.
///
/// Size     At most `kMost` rows; a text is matched against all actions, rows and functions each time.
/// Threads  GUI thread.
class PaletteModel : public QAbstractListModel {
    Q_OBJECT

public:
    static constexpr std::size_t kMost = 100;
    /// Which characters of the text were meant, as QList<int>.
    static constexpr int kPositions = Qt::UserRole;
    static constexpr int kNote = Qt::UserRole + 1;

    using QAbstractListModel::QAbstractListModel;

    void setSources(const PaletteSources& sources);
    void setText(const QString& text);

    [[nodiscard]] const PaletteEntry& entry(int row) const;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;

private:
    struct Shown {
        std::size_t entry = 0;
        models::FuzzyMatch match;
    };

    void addGroupsOfRows(const std::vector<models::Row>& rows);
    void addProcesses();
    void addRows();
    void addFunctions();
    void onNotesChanged();
    void showMatches(QChar sign, const QString& pattern);
    /// What stands there when nothing is found.
    [[nodiscard]] PaletteEntry nothingOf(QChar sign, const QString& pattern) const;
    /// What a row says behind its name; for a function also what tells it apart from others of that name.
    [[nodiscard]] QString noteOf(const PaletteEntry& what) const;
    /// The characters that were meant, of what a row shows.
    [[nodiscard]] QList<int> positionsOf(int row) const;
    [[nodiscard]] std::optional<PaletteEntry> timeOf(const QString& text) const;

    std::shared_ptr<const data::Trace> m_trace;
    QPointer<models::AlikeNames> m_alike;
    std::vector<PaletteEntry> m_all;
    std::vector<Shown> m_shown;
    std::optional<PaletteEntry>
        m_only;  ///< all there is: a time that was typed, or why there is nothing
};

}  // namespace vellum::gui::shell
