#pragma once

#include "gui/charts/chart_header.h"
#include "gui/data/group_names.h"
#include "gui/models/alike_names.h"
#include "gui/models/request_slot.h"
#include "gui/models/selection.h"
#include "gui/models/timeline_model.h"
#include "gui/models/view_history.h"

#include <QAbstractScrollArea>
#include <QVariantMap>
#include <QWidget>

#include <memory>
#include <span>

class QComboBox;

namespace vellum::gui::charts {

class SummaryBars;

/// Where the time of the visible window goes, or of what is selected: functions or groups, longest first.
///
/// The picture of the last window stays until that of the next is there.
class SummaryPanel : public QWidget {
    Q_OBJECT

public:
    SummaryPanel(
        data::DataSource& source,
        std::shared_ptr<const data::Trace> trace,
        const models::ViewHistory& view,
        models::Selection& selection,
        QWidget* parent = nullptr);

    [[nodiscard]] models::Exactness exactness() const;
    [[nodiscard]] std::shared_ptr<const query::Profile> profile() const { return m_profile; }
    void refresh();

    [[nodiscard]] ChartHeader* header() { return m_header; }
    /// What it shows, to be drawn elsewhere.
    [[nodiscard]] const SummaryBars& bars() const { return *m_bars; }
    /// The notes behind names, for others that list functions, too.
    [[nodiscard]] models::AlikeNames& alikeNames() { return m_alike; }

    /// What its two lists show, for undo.
    [[nodiscard]] QVariantMap choices() const;
    void applyChoices(const QVariantMap& choices);

signals:
    void changed();
    /// The user chose something that undo, which calls it \p action, takes back.
    void chosen(const QString& action, const QVariantMap& before, const QVariantMap& after);
    /// What can be done with a function of the list is wanted.
    void functionMenuWanted(vellum::RegionRef region, QPoint globalPosition);

protected:
    void changeEvent(QEvent* event) override;

private:
    void ask();
    void recordChoice(const QString& action);
    void showProfile();
    void showItems(bool exclusive);
    [[nodiscard]] query::Scope scope() const;
    [[nodiscard]] bool isOfNothing() const;

    std::shared_ptr<const data::Trace> m_trace;
    const data::GroupNames m_groupNames;
    models::AlikeNames m_alike;
    const models::ViewHistory& m_view;
    const models::Selection& m_selection;
    models::RequestSlot m_slot;
    query::Scope m_asked;  ///< last
    bool m_askedNothing = false;
    std::shared_ptr<const models::FilterSet> m_filters;  ///< that are shown
    std::shared_ptr<const query::Profile> m_profile;
    query::GroupBy m_shownBy = query::GroupBy::Region;
    QString m_error;
    ChartHeader* m_header;
    QComboBox* m_by;
    QComboBox* m_time;
    QVariantMap m_choices;  ///< before the one that the user makes
    SummaryBars* m_bars;
};

/// The list itself: name, figure, share and a bar for each row.
class SummaryBars : public QAbstractScrollArea {
    Q_OBJECT

public:
    struct Item {
        query::Key key;
        QString name;
        QString note;       ///< what tells it from others of its name, if there are any
        QString wholeName;  ///< empty where it is the name
        QString tip;        ///< more about it
        QString figure;
        QString share;
        double part = 0;  ///< of the longest bar
        QColor color;
    };

    explicit SummaryBars(QWidget* parent = nullptr);

    /// \param emptyWord  what is said where there is none
    void setItems(std::vector<Item> items, const QString& emptyWord = {});
    void setMarked(std::optional<query::Key> key);
    [[nodiscard]] const std::vector<Item>& items() const { return m_items; }
    /// What there is room for of the names of lines that are seen together, so that they can be told apart.
    [[nodiscard]] QStringList elidedNames(std::span<const Item> items) const;

signals:
    void clicked(vellum::query::Key key);
    /// A right click on that row; or the menu key, on the marked one.
    void menuWanted(vellum::query::Key key, QPoint globalPosition);

protected:
    void contextMenuEvent(QContextMenuEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool viewportEvent(QEvent* event) override;

private:
    struct FigureWidths {
        int share = 0;
        int figure = 0;
    };

    [[nodiscard]] int itemHeight() const;
    [[nodiscard]] FigureWidths figureWidths() const;
    [[nodiscard]] int roomForNames() const;
    [[nodiscard]] const Item* itemAt(int y) const;
    void updateScrollBar();
    void paintItem(QPainter& painter, const Item& item, const QString& name, const QRect& area);

    std::vector<Item> m_items;
    QString m_emptyWord;
    std::optional<query::Key> m_marked;
};

}  // namespace vellum::gui::charts
