#include "gui/models/likeness.h"

#include <QPromise>
#include <QThreadPool>

#include <utility>

namespace vellum::gui::models {

Likeness::Likeness(
    data::DataSource& source, const data::Trace& trace, const ViewHistory& view, QObject* parent)
    : QObject(parent)
    , m_definitions(trace.definitions)
    , m_view(view)
    , m_slot(source, trace.id)
{
    m_slot.setHandler([this](const auto& answer, const Error& error) { onAnswer(answer, error); });
}

Likeness::~Likeness() = default;

void Likeness::cancel()
{
    m_slot.reset();
    m_making.reset();
    m_isBusy = false;
}

void Likeness::ask(const Choice& choice)
{
    cancel();
    m_choice = choice;
    m_isBusy = true;
    m_slot.ask(query::ProfileRequest{
        .scope =
            {.window = choice.ofWindow ? m_view.range() : m_view.whole(),
             .locations = m_view.filters().scope()},
        .by = query::GroupBy::Region,
        .perLocation = true});
}

void Likeness::onAnswer(const std::shared_ptr<const query::Answer>& answer, const Error& error)
{
    const auto* profile = answer ? std::get_if<query::Profile>(answer.get()) : nullptr;
    if (profile == nullptr) {
        m_isBusy = false;
        if (error.kind != ErrorKind::Cancelled) {
            emit failed(QString::fromStdString(error.message));
        }
        return;
    }
    std::vector<LocationRef> all;
    for (const Location& location : m_definitions->locations) {
        if (m_view.filters().shows(location.ref)) {
            all.push_back(location.ref);
        }
    }
    auto promise = std::make_shared<QPromise<Found>>();
    promise->start();
    m_making = std::make_unique<QFutureWatcher<Found>>();
    connect(m_making.get(), &QFutureWatcher<Found>::finished, this, [this] {
        m_isBusy = false;
        emit found(m_making->result());
    });
    m_making->setFuture(promise->future());
    QThreadPool::globalInstance()->start(
        [promise, answer, profile, choice = m_choice, definitions = m_definitions, all] {
            auto grouping = std::make_shared<RowGrouping>(
                groupedByLikeness(*definitions, all, *profile, {.most = choice.most}));
            grouping->onlyRepresentatives = choice.onlyRepresentatives;
            grouping->isOfWindow = choice.ofWindow;
            grouping->mostClusters = choice.most;
            promise->addResult(Found(std::move(grouping)));
            promise->finish();
        });
}

}  // namespace vellum::gui::models
