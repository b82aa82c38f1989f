// What TimelineChart shows of CPU samples: ticks where some were taken, and the call path below the pointer.

#include "gui/charts/timeline_chart.h"
#include "gui/data/time_text.h"
#include "gui/data/wording.h"
#include "gui/theme/theme.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <string>

namespace vellum::gui::charts {

namespace {

/// The function of a call path and those around it, outermost first.
std::vector<RegionRef> pathTo(const query::CallTree& tree, std::uint32_t node)
{
    std::vector<RegionRef> path = {tree.nodes[node].region};
    while (tree.nodes[node].parent < node) {  // preorder; a root is its own parent
        node = tree.nodes[node].parent;
        path.push_back(tree.nodes[node].region);
    }
    std::ranges::reverse(path);
    return path;
}

}  // namespace

/// Where a profiler looked what the CPU was doing: ticks at the lower edge, higher where no bar is in the way.
void TimelineChart::paintSamples(
    QPainter& painter, LocationRef location, const geometry::TimeScale& to, const QRect& area)
{
    const models::RowPicture* picture = m_model.pictureOf(location);
    if (picture == nullptr || m_model.sampledBits() == 0) {
        return;
    }
    const double ratio = viewport()->devicePixelRatioF();
    const int height = static_cast<int>(std::lround((picture->isBare() ? 6 : 3) * ratio));
    paintTicks(
        painter,
        *picture,
        to,
        area,
        {.bits = m_model.sampledBits(),
         .height = std::min(height, area.height() / 3),
         .color = theme::currentTheme().mutedInk});
}

/// Asks where the samples of the pixel were taken, if there are any; else nothing.
void TimelineChart::askForSamples(LocationRef location, Tick tick)
{
    const std::optional<Shown> shown = shownAt(location, tick);
    if (m_hovered && shown && (shown->run.present & m_model.sampledBits()) != 0) {
        m_hoverSlot.ask(
            query::CallTreeRequest{.scope = {.window = shown->pixel, .locations = {location}}});
    }
}

/// Says the path with the most samples of the pixel.
void TimelineChart::takeSamples(const query::CallTree& tree)
{
    const auto most =
        std::ranges::max_element(tree.nodes, {}, &query::CallTreeNode::exclusiveSamples);
    const auto& asked = std::get<query::CallTreeRequest>(m_hoverSlot.answered());
    if (most == tree.nodes.end() || most->exclusiveSamples == 0 || asked.scope.locations.empty()) {
        return;
    }
    std::uint64_t all = 0;
    for (const query::CallTreeNode& node : tree.nodes) {
        all += node.exclusiveSamples;
    }
    const std::vector<RegionRef> path =
        pathTo(tree, static_cast<std::uint32_t>(most - tree.nodes.begin()));
    const QString count = all == 1
                              ? tr("CPU sample")
                              : tr("%1 of %2 CPU samples in this pixel")
                                    .arg(data::grouped(most->exclusiveSamples), data::grouped(all));
    emit pathHovered(
        pathSentence(asked.scope.locations.front(), m_under->tick, path) + QStringLiteral("   ")
        + count);
    // The innermost calls: they are what a sample is about.
    constexpr std::size_t kMostLines = 12;
    const Definitions& definitions = *m_model.trace().definitions;
    m_tip = count;
    for (std::size_t i = 0; i < std::min(path.size(), kMostLines); ++i) {
        const Region* region = definitions.find(path[path.size() - 1 - i]);
        m_tip += QLatin1Char('\n');
        m_tip += region != nullptr ? data::cut(region->name, data::kMostOfNameInLine) : QString();
    }
    if (path.size() > kMostLines) {
        m_tip += QStringLiteral("\n…");
    }
    showTipSoon();
}

}  // namespace vellum::gui::charts
