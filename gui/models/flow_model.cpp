#include "gui/models/flow_model.h"

#include <algorithm>
#include <variant>

namespace vellum::gui::models {

FlowModel::FlowModel(
    data::DataSource& source, const data::Trace& trace, const Selection& selection, QObject* parent)
    : QObject(parent)
    , m_selection(selection)
    , m_info(trace.info)
    , m_messages(source, trace.id)
    , m_launches(source, trace.id)
{
    m_messages.setHandler([this](const auto& answer, const Error&) {
        const auto* messages = answer ? std::get_if<query::Messages>(answer.get()) : nullptr;
        if (messages != nullptr) {
            takeMessages(*messages);
        }
        emit changed();
    });
    m_launches.setHandler([this](const auto& answer, const Error&) {
        const auto* launches = answer ? std::get_if<query::Launches>(answer.get()) : nullptr;
        if (launches != nullptr) {
            takeLaunches(*launches);
        }
        emit changed();
    });
    connect(&selection, &Selection::changed, this, &FlowModel::ask);
}

void FlowModel::ask()
{
    if (m_visit == m_selection.visit() && m_message == m_selection.message()) {
        return;
    }
    m_visit = m_selection.visit();
    m_message = m_selection.message();
    m_away.clear();
    m_here.clear();
    m_messages.reset();
    m_launches.reset();
    if (m_visit) {
        const query::Scope scope{.window = m_visit->visit, .locations = {m_visit->location}};
        // A visit without length is asked about as a tick, or there would be no window.
        const query::Scope asked{
            .window =
                {.begin = scope.window.begin,
                 .end = std::max(scope.window.end, scope.window.begin + 1)},
            .locations = scope.locations};
        if (m_info.messages > 0) {
            m_messages.ask(query::MessagesRequest{.scope = asked, .limit = kMost});
        }
        if (m_info.launches > 0) {
            m_launches.ask(query::LaunchesRequest{.scope = asked, .limit = kMost});
        }
    } else if (m_message) {
        const Flow flow{
            .from = m_message->sender,
            .leaves = m_message->send,
            .to = m_message->receiver,
            .arrives = m_message->receive};
        m_away = {flow};
        m_here = {flow};
    }
    emit changed();
}

void FlowModel::takeMessages(const query::Messages& messages)
{
    // A receive is recorded as its visit ends, a send as it begins: both ends count.
    const auto isInside = [this](Tick tick) {
        return tick >= m_visit->visit.begin && tick <= m_visit->visit.end;
    };
    for (const query::Message& message : messages.messages) {
        const Flow flow{
            .from = message.sender,
            .leaves = message.send,
            .to = message.receiver,
            .arrives = message.receive};
        if (message.sender == m_visit->location && isInside(message.send)) {
            m_away.push_back(flow);
        }
        if (message.receiver == m_visit->location && isInside(message.receive)) {
            m_here.push_back(flow);
        }
    }
    sort();
}

void FlowModel::takeLaunches(const query::Launches& launches)
{
    const auto holds = [this](TickRange range) {
        return range.begin >= m_visit->visit.begin && range.end <= m_visit->visit.end;
    };
    for (const query::Launch& launch : launches.launches) {
        const Flow flow{
            .from = launch.host,
            .leaves = launch.call.begin,
            .to = launch.device,
            .arrives = launch.work.begin,
            .isLaunch = true};
        if (launch.host == m_visit->location && holds(launch.call)) {
            m_away.push_back(flow);
        }
        if (launch.device == m_visit->location && holds(launch.work)) {
            m_here.push_back(flow);
        }
    }
    sort();
}

void FlowModel::sort()
{
    std::ranges::stable_sort(m_away, {}, &Flow::leaves);
    std::ranges::stable_sort(m_here, {}, &Flow::arrives);
}

}  // namespace vellum::gui::models
