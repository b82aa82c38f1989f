#include "gui/models/differences.h"

#include "common/compare/comparability.h"

#include <exception>
#include <utility>

namespace vellum::gui::models {

namespace {

using compare::ComparisonBy;
using compare::Measurement;

/// So long the views must stay as they are: durations of all visits are too much to be asked for in each step of a move.
constexpr int kSettleMs = 150;

QString text(const std::string& sentence)
{
    return QString::fromStdString(sentence);
}

query::Scope scopeOf(const Differences::Side& side)
{
    return {.window = side.view->range(), .locations = side.view->filters().scope(), .filter = {}};
}

compare::RunFacts factsOf(const Differences::Side& side, const query::Scope& scope)
{
    compare::RunFacts facts = compare::factsOf(side.trace->info, *side.trace->definitions, scope);
    facts.name = side.trace->path.toStdString();
    return facts;
}

Differences::Result compared(
    const Measurement& a,
    const Measurement& b,
    ComparisonBy by,
    const compare::Matching& matching,
    const std::pair<std::string, std::string>& letters,
    const std::stop_token& stop)
{
    const compare::Run runA = a.run();
    const compare::Run runB = b.run();
    Differences::Result result;
    for (const auto& difference : compare::differencesOf(runA, runB).differences) {
        if (matching.by == compare::MatchBy::Structure && difference.what == compare::kNamesOfOne) {
            continue;  // what only one calls so may be matched: the rows say it
        }
        result.notes << text(compare::sentenceOf(difference, letters.first, letters.second));
    }
    for (const std::string& note : {a.precisionNote(), b.precisionNote()}) {
        if (!note.empty()) {
            result.notes << text(note);
        }
    }
    result.answer = std::make_shared<const query::Answer>(query::Table{
        .window = {},
        .answer = table::Value::of(compare::compareRuns(runA, runB, by, matching, stop))});
    return result;
}

}  // namespace

const compare::Comparison* Differences::Result::comparison() const
{
    const auto* table = answer ? std::get_if<query::Table>(answer.get()) : nullptr;
    return table == nullptr ? nullptr : table->answer.as<compare::Comparison>();
}

Differences::Differences(data::DataSource& source, QObject* parent)
    : QObject(parent)
    , m_source(source)
{
    m_settle.setSingleShot(true);
    m_settle.setInterval(kSettleMs);
    connect(&m_settle, &QTimer::timeout, this, qOverload<>(&Differences::measure));
    connect(&source, &data::DataSource::restored, this, &Differences::refresh);
}

Differences::~Differences()
{
    disconnect();
    clear();
}

std::unique_ptr<Differences::Meter> Differences::makeMeter(const Side& side)
{
    auto meter = std::make_unique<Meter>(m_source, side);
    Meter* raw = meter.get();
    meter->slot.setHandler(
        [this, raw](const auto& answer, const Error& error) { take(*raw, answer, error); });
    meter->viewed =
        connect(side.view, &ViewHistory::changed, this, &Differences::scheduleMeasuring);
    return meter;
}

void Differences::setSides(const Side& a, const Side& b)
{
    if (hasSides() && m_a->side == a && m_b->side == b) {
        return;
    }
    clear();
    m_a = makeMeter(a);
    m_b = makeMeter(b);
    scheduleMeasuring();
}

void Differences::clear()
{
    for (auto* meter : {&m_a, &m_b}) {
        if (*meter != nullptr) {
            disconnect((*meter)->viewed);
            meter->reset();
        }
    }
    m_settle.stop();
    m_result.reset();
    changeWanted();
    emit changed();
}

/// The next comparison is another one than the last.
void Differences::changeWanted()
{
    ++m_run;
    m_work.cancel();
}

void Differences::setBy(ComparisonBy by)
{
    if (by != m_by) {
        m_by = by;
        m_result.reset();  // rows of the one kind must not be taken for those of the other
        changeWanted();
        measure();
    }
}

void Differences::setMatching(const compare::Matching& matching)
{
    if (matching != m_matching) {
        m_matching = matching;
        changeWanted();
        measure();
    }
}

/// Functions are matched by the call paths that they are in.
bool Differences::wantsTree() const
{
    return m_matching.by == compare::MatchBy::Structure && m_by != ComparisonBy::Group;
}

void Differences::refresh()
{
    if (hasSides()) {
        for (Meter* meter : {m_a.get(), m_b.get()}) {
            meter->slot.reset();
            meter->measurement.reset();
        }
        scheduleMeasuring();
    }
}

const query::Profile* Differences::profileOf(const Side& side) const
{
    for (const Meter* meter : {m_a.get(), m_b.get()}) {
        if (meter != nullptr && meter->side == side && meter->measurement) {
            return meter->measurement->profile();
        }
    }
    return nullptr;
}

std::vector<compare::DurationClass> Differences::durationsOf(
    const Side& side, std::string_view function) const
{
    for (const Meter* meter : {m_a.get(), m_b.get()}) {
        if (meter != nullptr && meter->side == side && meter->measurement) {
            return meter->measurement->durationsOf(function);
        }
    }
    return {};
}

// ---- Asking ------------------------------------------------------------------------------------

/// Views change for other reasons, too: what is asked about may be the same as before.
void Differences::scheduleMeasuring()
{
    m_settle.start();
    emit changed();
}

void Differences::measure()
{
    if (!hasSides()) {
        return;
    }
    measure(*m_a);
    measure(*m_b);
    compareBoth();
    emit changed();
}

void Differences::measure(Meter& meter)
{
    if (meter.side.view->filters().hidesAll()) {
        meter.slot.reset();  // no location at all would mean all of them
        meter.measurement.reset();
        meter.error = tr("all locations of %1 are filtered away").arg(meter.side.letter);
        changeWanted();
        return;
    }
    const bool withPaths = m_by == ComparisonBy::Path;
    query::Scope scope = scopeOf(meter.side);
    if (!meter.measurement || meter.measurement->scope() != scope || !meter.error.isEmpty()) {
        changeWanted();
        meter.error.clear();
        meter.slot.reset();
        const auto facts = factsOf(meter.side, scope);
        meter.measurement.emplace(
            meter.side.trace->definitions, std::move(scope), facts, withPaths);
        meter.measurement->setWantsTree(wantsTree());
    } else {
        meter.measurement->setWantsPaths(withPaths);
        meter.measurement->setWantsTree(wantsTree());
        if (!meter.measurement->next()) {
            meter.slot.reset();  // what is under way is about paths, which nobody wants any more
        }
    }
    if (!meter.slot.isBusy()) {
        askNext(meter);
    }
}

void Differences::askNext(Meter& meter)
{
    if (auto request = meter.measurement->next()) {
        meter.slot.ask(*std::move(request));
    }
}

void Differences::take(
    Meter& meter, const std::shared_ptr<const query::Answer>& answer, const Error& error)
{
    const auto taken = meter.measurement->take(answer, error);
    if (taken.isOk()) {
        askNext(meter);
    } else {
        meter.error = tr("%1: %2").arg(meter.side.letter, text(taken.error().message));
    }
    compareBoth();
    emit changed();
}

bool Differences::isMeasured(const Meter& meter)
{
    return meter.measurement && meter.error.isEmpty() && !meter.slot.isBusy()
           && !meter.measurement->next();
}

// ---- Comparing ---------------------------------------------------------------------------------

void Differences::compareBoth()
{
    if (!hasSides() || m_work.isBusy() || m_shown == m_run || !isMeasured(*m_a)
        || !isMeasured(*m_b)) {
        return;
    }
    const std::pair letters(m_a->side.letter.toStdString(), m_b->side.letter.toStdString());
    const auto work = [a = *m_a->measurement,
                       b = *m_b->measurement,
                       by = m_by,
                       matching = m_matching,
                       letters](const std::stop_token& stop) {
        auto result = std::make_shared<Result>();
        try {
            *result = compared(a, b, by, matching, letters, stop);
        } catch (const std::exception& failure) {  // there is not enough memory
            result->error =
                tr("the two could not be compared: %1").arg(QString::fromLatin1(failure.what()));
        }
        return result;
    };
    m_work.start(work, [this, run = m_run](const std::shared_ptr<const Result>& result) {
        m_shown = run;
        m_result = result;
        emit changed();
    });
}

Exactness Differences::exactness() const
{
    if (!errorText().isEmpty()) {
        return Exactness::Failed;
    }
    const bool isExact = !hasSides() || (!m_settle.isActive() && m_shown == m_run);
    return isExact ? Exactness::Exact : Exactness::Refining;
}

QString Differences::errorText() const
{
    for (const Meter* meter : {m_a.get(), m_b.get()}) {
        if (meter != nullptr && !meter->error.isEmpty()) {
            return meter->error;
        }
    }
    return m_result ? m_result->error : QString();
}

}  // namespace vellum::gui::models
