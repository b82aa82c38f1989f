#include "gui/models/collective_members.h"

#include <algorithm>
#include <tuple>
#include <variant>

namespace vellum::gui::models {

CollectiveMembers::CollectiveMembers(
    data::DataSource& source, const data::Trace& trace, const Selection& selection, QObject* parent)
    : QObject(parent)
    , m_selection(selection)
    , m_info(trace.info)
    , m_operations(source, trace.id)
    , m_own(source, trace.id)
    , m_all(source, trace.id)
{
    m_operations.setHandler([this](const auto& answer, const Error&) {
        const auto* found = answer ? std::get_if<query::Collectives>(answer.get()) : nullptr;
        if (found != nullptr) {
            takeOperations(*found);
        }
        emit changed();
    });
    m_own.setHandler([this](const auto& answer, const Error&) {
        const auto* found = answer ? std::get_if<query::CollectiveMembers>(answer.get()) : nullptr;
        if (found != nullptr) {
            takeOwn(*found);
        }
        emit changed();
    });
    m_all.setHandler([this](const auto& answer, const Error&) {
        const auto* found = answer ? std::get_if<query::CollectiveMembers>(answer.get()) : nullptr;
        if (found != nullptr) {
            takeAll(*found);
        }
        emit changed();
    });
    connect(&selection, &Selection::changed, this, &CollectiveMembers::ask);
}

void CollectiveMembers::ask()
{
    if (m_visit == m_selection.visit() && m_overlaid == m_selection.overlaid()) {
        return;
    }
    m_visit = m_selection.visit();
    m_overlaid = m_selection.overlaid();
    m_operations.reset();
    m_own.reset();
    m_all.reset();
    m_candidates.clear();
    m_held.reset();
    m_members.clear();
    m_count = 0;
    m_last.reset();
    m_current.reset();
    const auto* selected = m_overlaid ? std::get_if<query::Collective>(&*m_overlaid) : nullptr;
    if (selected != nullptr) {
        m_all.ask(requestFor(*selected, m_info.range));
    } else if (m_visit && m_info.collectives > 0 && !m_visit->visit.isEmpty()) {
        m_operations.ask(query::CollectivesRequest{
            .scope = {.window = m_visit->visit, .locations = {m_visit->location}},
            .limit = kMostCandidates});
    }
}

void CollectiveMembers::takeOperations(const query::Collectives& operations)
{
    if (operations.count <= kMostCandidates) {
        m_candidates = operations.collectives;
        askForOwn();
    }
}

void CollectiveMembers::askForOwn()
{
    if (!m_candidates.empty()) {
        const query::Collective& one = m_candidates.back();
        m_own.ask(query::CollectiveMembersRequest{
            .scope = {.window = m_info.range, .locations = {m_visit->location}},
            .communicator = one.communicator,
            .instance = one.instance,
            .limit = 1});
        return;
    }
    if (m_held) {
        m_all.ask(requestFor(*m_held, m_info.range));
    }
}

void CollectiveMembers::takeOwn(const query::CollectiveMembers& own)
{
    const query::Collective asked = m_candidates.back();
    m_candidates.pop_back();
    const TickRange visit = m_visit->visit;
    if (!own.members.empty() && own.members.front().range.begin >= visit.begin
        && own.members.front().range.end <= visit.end) {
        if (m_held) {
            m_candidates.clear();  // it holds several: none of them is meant
            return;
        }
        m_held = asked;
    }
    askForOwn();
}

query::CollectiveMembersRequest CollectiveMembers::requestFor(
    const query::Collective& operation, TickRange window)
{
    query::CollectiveMembersRequest request{
        .scope = {.window = window},
        .communicator = operation.communicator,
        .instance = operation.instance,
        .limit = kMost};
    if (operation.members == 1) {
        request.scope.locations = {operation.last};
    }
    return request;
}

void CollectiveMembers::takeAll(const query::CollectiveMembers& all)
{
    m_members = all.members;
    m_count = all.count;
    std::ranges::stable_sort(m_members, {}, [](const query::CollectiveMember& member) {
        return std::tuple(!member.hasBegin, member.range.begin);
    });
    // Of several that came last the first in definition order, as the server has it.
    for (std::size_t i = 0; i < m_members.size() && m_members[i].hasBegin; ++i) {
        if (!m_last || m_members[i].range.begin > m_members[*m_last].range.begin) {
            m_last = i;
        }
    }
}

Tick CollectiveMembers::waitOf(const query::CollectiveMember& member) const
{
    return member.hasBegin && m_last ? m_members[*m_last].range.begin - member.range.begin : 0;
}

bool CollectiveMembers::step(bool forward)
{
    if (m_members.empty()) {
        return false;
    }
    const std::size_t end = m_members.size() - 1;
    if (m_current && *m_current == (forward ? end : 0)) {
        return false;
    }
    m_current = m_current ? (forward ? *m_current + 1 : *m_current - 1) : (forward ? 0 : end);
    emit changed();
    return true;
}

CommRef CollectiveMembers::communicator() const
{
    const auto* selected = m_overlaid ? std::get_if<query::Collective>(&*m_overlaid) : nullptr;
    return selected != nullptr ? selected->communicator
           : m_held            ? m_held->communicator
                               : CommRef::undefined();
}

}  // namespace vellum::gui::models
