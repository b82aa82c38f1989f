#include "gui/models/counter_differences.h"

#include "common/base/wide_math.h"
#include "common/compare/step_differences.h"
#include "common/query/limits.h"

#include <algorithm>
#include <map>
#include <utility>
#include <variant>

namespace vellum::gui::models {

namespace {

/// Units of the counters that have samples, by their names.
std::map<std::string, std::string> unitsOf(
    const CounterCatalogue& catalogue, const Definitions& definitions)
{
    std::map<std::string, std::string> units;
    for (const query::CounterRow& row : catalogue.rows()) {
        if (const MetricMember* metric = definitions.find(row.metric)) {
            units.emplace(metric->name, metric->unit);
        }
    }
    return units;
}

QString locationOf(const data::Trace& trace, LocationRef ref)
{
    const Location* location = trace.definitions->find(ref);
    return location != nullptr
               ? QString::fromStdString(compare::nameOfLocation(*trace.definitions, *location))
               : QString();
}

}  // namespace

CounterDifferences::CounterDifferences(
    data::DataSource& source, const TimeLink* link, QObject* parent)
    : QObject(parent)
    , m_source(source)
    , m_link(link)
{
    m_askSoon.setSingleShot(true);
    connect(&m_askSoon, &QTimer::timeout, this, &CounterDifferences::askNext);
    if (link != nullptr) {
        connect(link, &TimeLink::changed, this, &CounterDifferences::askSoon);
    }
    connect(&source, &data::DataSource::restored, this, [this] {
        m_asked.reset();
        for (Half* half : {m_a.get(), m_b.get()}) {
            if (half != nullptr) {
                half->catalogue.refresh();
            }
        }
        askSoon();
    });
}

CounterDifferences::~CounterDifferences()
{
    disconnect();
    clear();
}

std::unique_ptr<CounterDifferences::Half> CounterDifferences::makeHalf(
    const Differences::Side& side)
{
    auto half = std::make_unique<Half>(m_source, side);
    Half* raw = half.get();
    half->slot.setHandler(
        [this, raw](const auto& answer, const Error& error) { take(*raw, answer, error); });
    half->viewed = connect(side.view, &ViewHistory::changed, this, &CounterDifferences::askSoon);
    connect(&half->catalogue, &CounterCatalogue::changed, this, &CounterDifferences::changed);
    half->catalogue.want();
    return half;
}

void CounterDifferences::setSides(const Differences::Side& a, const Differences::Side& b)
{
    if (hasSides() && m_a->side == a && m_b->side == b) {
        return;
    }
    clear();
    m_a = makeHalf(a);
    m_b = makeHalf(b);
    askSoon();
    emit changed();
}

void CounterDifferences::clear()
{
    for (auto* half : {&m_a, &m_b}) {
        if (*half != nullptr) {
            disconnect((*half)->viewed);
            half->reset();
        }
    }
    forget();
    emit changed();
}

void CounterDifferences::forget()
{
    m_askSoon.stop();
    m_asked.reset();
    m_result.reset();
}

void CounterDifferences::setMetric(const QString& name)
{
    if (name != m_metric) {
        m_metric = name;
        m_result.reset();
        askSoon();
        emit changed();
    }
}

void CounterDifferences::setMap(const compare::ProcessMap& map)
{
    if (map == m_map) {
        return;
    }
    m_map = map;
    // What was answered is still right; a question under way is compared by the new map anyway.
    if (hasSides() && !m_a->slot.isBusy() && !m_b->slot.isBusy()) {
        compareBoth();
        emit changed();
    }
}

void CounterDifferences::setColumns(int columns)
{
    if (columns != m_columns) {
        m_columns = columns;
        askSoon();
    }
}

bool CounterDifferences::isKnown() const
{
    return hasSides() && m_a->catalogue.isKnown() && m_b->catalogue.isKnown();
}

std::vector<QString> CounterDifferences::metricsOfBoth() const
{
    std::vector<QString> names;
    if (!isKnown()) {
        return names;
    }
    const Definitions& definitions = *m_a->side.trace->definitions;
    const auto inB = unitsOf(m_b->catalogue, *m_b->side.trace->definitions);
    for (const query::CounterRow& row : m_a->catalogue.rows()) {
        const MetricMember* metric = definitions.find(row.metric);
        const auto found = metric != nullptr ? inB.find(metric->name) : inB.end();
        if (found != inB.end() && found->second == metric->unit) {
            const QString name = QString::fromStdString(metric->name);
            if (std::ranges::find(names, name) == names.end()) {
                names.push_back(name);
            }
        }
    }
    return names;
}

// ---- Which time, in how many columns ---------------------------------------------------------

/// What of the time that the first trace shows both have; nothing: they have none in common.
std::optional<std::pair<TickRange, TickRange>> CounterDifferences::windows() const
{
    const ViewHistory& a = *m_a->side.view;
    const ViewHistory& b = *m_b->side.view;
    if (m_link == nullptr || !m_link->isCoupled()) {
        return compare::asLongAsEachOther(
            a.range(),
            m_a->side.trace->definitions->clock,
            b.range(),
            m_b->side.trace->definitions->clock);
    }
    const TickRange ofB{
        .begin = m_link->tickIn(a, b.whole().begin, b), .end = m_link->tickIn(a, b.whole().end, b)};
    const TickRange common = a.range().intersected(ofB);
    if (common.isEmpty()) {
        return std::nullopt;
    }
    TickRange inB =
        TickRange{
            .begin = m_link->tickIn(b, common.begin, a), .end = m_link->tickIn(b, common.end, a)}
            .intersected(b.whole());
    if (inB.isEmpty()) {  // less than a tick of B
        return std::nullopt;
    }
    return std::pair(common, inB);
}

std::optional<CounterDifferences::Question> CounterDifferences::wanted() const
{
    if (!hasSides() || m_metric.isEmpty() || m_columns <= 0 || m_a->side.view->filters().hidesAll()
        || m_b->side.view->filters().hidesAll()) {
        return std::nullopt;
    }
    const auto both = windows();
    if (!both) {
        return std::nullopt;
    }
    const auto& [a, b] = *both;
    const std::int64_t pixels = mulDiv(a.length(), m_columns, m_a->side.view->range().length());
    const auto most =
        std::min<std::int64_t>({a.length(), b.length(), std::int64_t{query::kMaxColumns}});
    return Question{
        .a = a,
        .b = b,
        .columns = static_cast<std::uint32_t>(std::clamp<std::int64_t>(pixels, 1, most)),
        .locationsA = m_a->side.view->filters().scope(),
        .locationsB = m_b->side.view->filters().scope(),
        .metric = m_metric};
}

// ---- Asking ----------------------------------------------------------------------------------

void CounterDifferences::askSoon()
{
    if (hasSides()) {
        m_askSoon.start(0);
    }
}

/// One pair of questions is under way at a time: answers to different windows are never set side by side.
void CounterDifferences::askNext()
{
    if (!hasSides() || m_a->slot.isBusy() || m_b->slot.isBusy()) {
        return;
    }
    const auto next = wanted();
    if (!next) {
        m_asked.reset();
        m_result.reset();
        emit changed();
        return;
    }
    if (m_asked == next) {
        emit changed();  // that there was something to ask was all that was open
        return;
    }
    m_asked = next;
    ask(*m_a, next->a, next->locationsA, *next);
    ask(*m_b, next->b, next->locationsB, *next);
    emit changed();
}

void CounterDifferences::ask(
    Half& half, TickRange window, const std::vector<LocationRef>& locations, const Question& all)
{
    half.answer.reset();
    half.error.clear();
    half.slot.ask(query::CountersRequest{
        .scope = {.window = window, .locations = locations, .filter = {}},
        .columns = all.columns,
        .metric = all.metric.toStdString()});
}

void CounterDifferences::take(
    Half& half, const std::shared_ptr<const query::Answer>& answer, const Error& error)
{
    half.answer = answer;
    if (answer == nullptr && error.kind != ErrorKind::Cancelled) {
        half.error = tr("%1: %2").arg(half.side.letter, QString::fromStdString(error.message));
    }
    if (!m_a->slot.isBusy() && !m_b->slot.isBusy()) {
        compareBoth();
        askSoon();
    }
    emit changed();
}

void CounterDifferences::compareBoth()
{
    const auto countersOf = [](const Half& half) {
        return half.answer ? std::get_if<query::Counters>(half.answer.get()) : nullptr;
    };
    const query::Counters* ofA = countersOf(*m_a);
    const query::Counters* ofB = countersOf(*m_b);
    if (ofA == nullptr || ofB == nullptr || !m_asked) {
        return;
    }
    const compare::CounterRun a{.counters = *ofA, .definitions = *m_a->side.trace->definitions};
    const compare::CounterRun b{.counters = *ofB, .definitions = *m_b->side.trace->definitions};
    auto result = std::make_shared<Result>();
    result->window = m_asked->a;
    result->windowB = m_asked->b;
    result->columns = m_asked->columns;
    for (const compare::CounterPair& pair : compare::pairCounters(a, b, m_map)) {
        if (!pair.a || !pair.b) {
            ++(pair.a ? result->onlyA : result->onlyB);
            continue;
        }
        if (result->curves.size() == kMostCurves) {
            ++result->leftOut;
            continue;
        }
        const query::CounterRow& row = ofA->rows[*pair.a];
        QString name = locationOf(*m_a->side.trace, row.location);
        const QString inB = locationOf(*m_b->side.trace, ofB->rows[*pair.b].location);
        name += name == inB ? QString() : QStringLiteral(" ↔ ") + inB;
        Curve curve{
            .name = name,
            .inA = compare::shownBy(a, *pair.a),
            .inB = compare::shownBy(b, *pair.b),
            .difference = {}};
        curve.difference = compare::differenceOf(curve.inA, curve.inB);
        result->curves.push_back(std::move(curve));
        result->unit = a.definitions.find(row.metric)->unit;
    }
    m_result = std::move(result);
}

// ---- How far that is known -------------------------------------------------------------------

Exactness CounterDifferences::exactness() const
{
    if (!errorText().isEmpty()) {
        return Exactness::Failed;
    }
    if (!hasSides()) {
        return Exactness::Exact;
    }
    const bool isBusy =
        !isKnown() || m_a->slot.isBusy() || m_b->slot.isBusy() || m_askSoon.isActive();
    return isBusy ? Exactness::Refining : Exactness::Exact;
}

QString CounterDifferences::errorText() const
{
    for (const Half* half : {m_a.get(), m_b.get()}) {
        if (half == nullptr) {
            continue;
        }
        if (!half->error.isEmpty()) {
            return half->error;
        }
        if (!half->catalogue.errorText().isEmpty()) {
            return tr("%1: %2").arg(half->side.letter, half->catalogue.errorText());
        }
    }
    return {};
}

QString CounterDifferences::reason() const
{
    if (!hasSides() || !isKnown()) {
        return {};
    }
    for (const Half* half : {m_a.get(), m_b.get()}) {
        if (half->side.view->filters().hidesAll()) {
            return tr("All locations of %1 are filtered away.").arg(half->side.letter);
        }
        if (half->catalogue.rows().empty()) {
            return tr("No counter was recorded in %1.").arg(half->side.letter);
        }
    }
    if (metricsOfBoth().empty()) {
        return tr("%1 and %2 have no counter of the same name and unit.")
            .arg(m_a->side.letter, m_b->side.letter);
    }
    if (!windows()) {
        return tr("%1 has nothing at the time that %2 shows.")
            .arg(m_b->side.letter, m_a->side.letter);
    }
    return {};
}

}  // namespace vellum::gui::models
