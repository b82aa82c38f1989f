#include "gui/charts/panels/related_lines.h"

#include "gui/data/time_text.h"
#include "gui/data/wording.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <iterator>

namespace vellum::gui::charts {

namespace {

class Teller {
    Q_DECLARE_TR_FUNCTIONS(vellum::gui::charts::Teller)

public:
    Teller(
        const models::SelectedVisit& visit,
        const models::FlowModel& flows,
        const Definitions& definitions)
        : m_visit(visit)
        , m_flows(flows)
        , m_definitions(definitions)
    {
    }

    [[nodiscard]] std::vector<RelatedLine> lines() &&
    {
        addAnnotations();
        addWait();
        addPeers();
        addMembers();
        addFlows();
        return std::move(m_lines);
    }

private:
    void say(const QString& caption, const QString& value)
    {
        m_lines.push_back({.caption = caption, .value = value, .ticks = std::nullopt, .link = {}});
    }
    void sayTime(const QString& caption, Tick ticks)
    {
        m_lines.push_back({.caption = caption, .value = {}, .ticks = ticks, .link = {}});
    }
    void offer(const QString& link, LocationRef location, Tick tick)
    {
        m_lines.push_back(
            {.caption = {},
             .value = {},
             .ticks = std::nullopt,
             .link = link,
             .location = location,
             .tick = tick});
    }

    [[nodiscard]] QString nameOf(RegionRef ref) const
    {
        const Region* region = m_definitions.find(ref);
        return region != nullptr ? data::shortName(region->name) : QString::number(ref.value());
    }
    [[nodiscard]] QString at(Tick tick) const
    {
        return data::instantText(tick, m_definitions.clock);
    }
    [[nodiscard]] QString placeOf(RegionRef region, LocationRef location) const
    {
        return tr("%1 on %2").arg(nameOf(region), data::locationText(m_definitions, location));
    }

    void addAnnotations()
    {
        QStringList names;
        for (const models::SelectedVisit& one : m_flows.related().annotations()) {
            names << nameOf(one.region);
        }
        if (!names.isEmpty()) {
            say(tr("Launched in"), names.join(QStringLiteral(" › ")));
            const models::SelectedVisit& inner = m_flows.related().annotations().back();
            offer(tr("Go to the range it was launched in"), inner.location, inner.visit.begin);
        }
    }

    void addWait()
    {
        if (const auto& work = m_flows.related().waitedFor()) {
            say(tr("Waited for"), placeOf(work->workRegion, work->device));
            say(tr("It ended"), at(work->work.end));
            const Tick returned = m_visit.visit.end;
            const Tick until = std::min(work->work.end, returned);
            sayTime(tr("Waited"), std::max<Tick>(0, until - m_visit.visit.begin));
            // The clocks of host and device are not quite one.
            const bool isLater = work->work.end > returned;
            sayTime(
                isLater ? tr("Ended after the call by") : tr("Returned after"),
                isLater ? work->work.end - returned : returned - work->work.end);
            offer(tr("Go to what it waited for →"), work->device, work->work.begin);
        }
        if (const auto& call = m_flows.related().waiting()) {
            say(tr("Waited for by"), placeOf(call->region, call->location));
            say(tr("From"), at(call->visit.begin));
            const Tick until = std::min(m_visit.visit.end, call->visit.end);
            sayTime(tr("It waited"), std::max<Tick>(0, until - call->visit.begin));
            offer(tr("Go to the call that waited →"), call->location, call->visit.begin);
        }
    }

    /// The same operation on other devices, known by its name alone.
    void addPeers()
    {
        const auto& peers = m_flows.related().peers();
        if (peers.empty()) {
            return;
        }
        const models::SelectedVisit& first = peers.front();
        const models::SelectedVisit& last = peers.back();
        say(tr("Same operation"),
            tr("on %1").arg(data::counted(peers.size(), tr("device"), tr("devices"))));
        addFirstAndLast(first.location, first.visit.begin, last.location, last.visit.begin);
        if (last.visit.begin > m_visit.visit.begin) {
            sayTime(tr("Waited"), last.visit.begin - m_visit.visit.begin);
        }
    }

    void addMembers()
    {
        const models::CollectiveMembers& collective = m_flows.collective();
        const auto& members = collective.members();
        if (members.empty() || !collective.last()) {
            return;
        }
        const query::CollectiveMember& last = members[*collective.last()];
        const query::CollectiveMember& first = members.front();
        say(tr("Collective of"), data::counted(collective.count(), tr("member"), tr("members")));
        addFirstAndLast(first.location, first.range.begin, last.location, last.range.begin);
        const auto own =
            std::ranges::find(members, m_visit.location, &query::CollectiveMember::location);
        if (own != members.end() && own->hasBegin) {
            sayTime(tr("Waited"), collective.waitOf(*own));
        }
    }

    void addFirstAndLast(LocationRef first, Tick firstBegin, LocationRef last, Tick lastBegin)
    {
        const auto told = [&](LocationRef location, Tick begin) {
            return location == m_visit.location
                       ? tr("this one, %1").arg(at(begin))
                       : QStringLiteral("%1, %2").arg(
                           data::locationText(m_definitions, location), at(begin));
        };
        say(tr("First to come"), told(first, firstBegin));
        say(tr("Last to come"), told(last, lastBegin));
        if (first != m_visit.location) {
            offer(tr("Go to the first to come"), first, firstBegin);
        }
        if (last != m_visit.location) {
            offer(tr("Go to the last to come →"), last, lastBegin);
        }
    }

    /// Those that are not told of above.
    void addFlows()
    {
        const auto& related = m_flows.related();
        const bool isTold = !related.peers().empty() || !m_flows.collective().members().empty()
                            || related.waitedFor() || related.waiting();
        if (!m_flows.here().empty() && !isTold) {
            const models::Flow& flow = m_flows.here().front();
            offer(
                flow.isLaunch() ? tr("← Go to the call that launched it")
                                : tr("← Back to where it comes from"),
                flow.from,
                flow.leaves);
        }
        if (!m_flows.away().empty() && !isTold) {
            const models::Flow& flow = m_flows.away().front();
            offer(
                flow.isLaunch() ? tr("Go to what it launched →") : tr("Follow message →"),
                flow.to,
                flow.arrives);
        }
    }

    const models::SelectedVisit& m_visit;
    const models::FlowModel& m_flows;
    const Definitions& m_definitions;
    std::vector<RelatedLine> m_lines;
};

}  // namespace

std::vector<RelatedLine> relatedLines(
    const models::SelectedVisit& visit,
    const models::FlowModel& flows,
    const Definitions& definitions)
{
    return Teller(visit, flows, definitions).lines();
}

}  // namespace vellum::gui::charts
