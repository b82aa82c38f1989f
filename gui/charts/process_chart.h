#pragma once

#include "gui/charts/time_chart.h"
#include "gui/data/group_names.h"
#include "gui/models/kept_places.h"
#include "gui/models/longest_visit.h"
#include "gui/models/picture_model.h"
#include "gui/models/record_counts.h"
#include "gui/models/request_slot.h"

#include <algorithm>
#include <vector>

namespace vellum::gui::charts {

/// The process timeline: one location, a row for each call level, and the messages it sends and gets.
///
/// Mouse    A click selects a visit or a message, a double click zooms to it.
class ProcessChart final : public TimeChart {
    Q_OBJECT

public:
    explicit ProcessChart(const ChartContext& context, QWidget* parent = nullptr);

    [[nodiscard]] QString title() const override { return tr("Process timeline"); }
    [[nodiscard]] QString sentence() const override;
    [[nodiscard]] models::Exactness exactness() const override;
    [[nodiscard]] QString errorText() const override;
    void refresh() override;
    void fillMenu(QMenu& menu) override;
    [[nodiscard]] RegionRef functionAt(QPoint position) const override;
    [[nodiscard]] QVariantMap settings() const override;
    void applySettings(const QVariantMap& settings) override;
    [[nodiscard]] QVariantMap choices() const override;
    [[nodiscard]] QString textAt(QPoint position) const override;
    [[nodiscard]] QString tipAt(QPoint position) const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] int mostHeight() const override { return contentHeight(); }

    [[nodiscard]] LocationRef location() const { return m_location; }
    /// Shows that location, and stays with it whatever is selected.
    void setLocation(LocationRef location);
    void showLocation(LocationRef location) override { setLocation(location); }
    void setFollowsSelection(bool follows);
    void setExclusiveOnly(bool exclusiveOnly);

    // Places, for tests; logical pixels of the viewport.
    [[nodiscard]] QRect levelRect(std::uint32_t level) const;
    [[nodiscard]] std::uint32_t levels() const { return m_levels; }
    /// The bars of a level as they are painted; device pixels of the canvas.
    [[nodiscard]] const std::vector<geometry::Bar>& barsOf(std::uint32_t level) const;
    /// What is said where there is no bar; empty as long as it is not known.
    [[nodiscard]] QString bareWord();

protected:
    void paintLayer(QPainter& painter, const Layout& layout) override;
    void paintMarks(QPainter& painter, const Layout& layout) override;
    [[nodiscard]] int contentHeight() const override;
    void setColumns(int columns) override;
    void resizeEvent(QResizeEvent* event) override;
    void clickAt(QPoint position, bool isDouble) override;
    void filtersChanged() override;

private:
    void ask();
    void show(LocationRef location);
    void followSelection();
    /// Scrolls to the level of the selected visit, as soon as there is that level.
    void revealSelection();
    void revealLevel();
    void takePicture();
    void makeBars();
    void onDetail(const std::shared_ptr<const query::Answer>& answer);
    void selectClicked(const models::SelectedVisit& visit);
    void paintMessages(QPainter& painter, const Layout& layout) const;
    void paintLevels(QPainter& painter, const Layout& layout) const;
    void zoomTo(TickRange range);
    void chooseLocation(LocationRef location);
    /// \param wrong  what is the matter with \p text, which was typed before
    void chooseLocation(const QString& text = {}, const QString& wrong = {});
    void fillLocations(QMenu& menu);
    void leaveBareLocation();
    /// Whether there is no bar, and none will come.
    [[nodiscard]] bool isBare() const
    {
        return m_model.exactness() == models::Exactness::Exact
               && std::ranges::all_of(m_bars, [](const auto& bars) { return bars.empty(); });
    }
    [[nodiscard]] int levelHeight() const { return fontMetrics().height() + 4; }
    [[nodiscard]] int messageHeight() const;           ///< of the strip above the levels; 0: none
    [[nodiscard]] std::uint32_t levelAt(int y) const;  ///< 0: none
    [[nodiscard]] const query::Message* messageAt(QPoint position) const;
    [[nodiscard]] const query::Messages* messages() const;
    /// Where filters leave locations out: what messages are between.
    [[nodiscard]] std::vector<std::vector<LocationRef>> messageRows() const;

    models::KeptPlaces<LocationRef> m_places;
    LocationRef m_location;
    LocationRef m_begunWith;  ///< by itself; undefined: it stays as it is
    std::optional<std::vector<LocationRef>>
        m_untried;  ///< to begin with instead, the last first; nothing: not known
    bool m_followsSelection = true;
    bool m_exclusiveOnly = false;
    models::PictureModel m_model;
    models::PictureModel m_messages;
    models::RequestSlot m_clickSlot;
    models::RecordCounts m_recordCounts;
    models::LongestVisit m_clickLongest;
    std::uint32_t m_clickedLevel = 0;
    TickRange m_clickedPixel;
    RegionRef m_clickedRegion;  ///< that the pixel shows; undefined: none, or not known yet
    bool m_zoomsAfterClick = false;
    std::uint64_t m_revealedNumber = 0;  ///< of the selection that was scrolled to
    std::uint32_t m_wantedLevel = 0;     ///< to scroll to; 0: none
    int m_revealedAt = -1;               ///< what the scroll bar was set to for it
    int m_revealedFrom = 0;              ///< what it was set to before
    const data::GroupNames m_groupNames;
    std::uint32_t m_levels = 1;                      ///< of the deepest seen so far
    std::vector<std::vector<geometry::Bar>> m_bars;  ///< by level, as painted
};

}  // namespace vellum::gui::charts
