#include "gui/models/tally_differences.h"

#include "gui/data/wording.h"
#include "gui/models/timeline_layers.h"

#include <exception>
#include <utility>
#include <variant>

namespace vellum::gui::models {

namespace {

/// As long as the numbers of functions wait, so that both are asked for together.
constexpr int kSettleMs = 150;

/// What one side answered, and whose it is.
struct Answered {
    std::shared_ptr<const query::Answer> answer;
    std::shared_ptr<const Definitions> definitions;
    QString letter;
};

/// Of a trace without an answer nothing: it has no values.
Result<compare::Tallies> talliesOf(const compare::TallyQuestion& question, const Answered& side)
{
    return side.answer == nullptr ? Result<compare::Tallies>(compare::Tallies())
                                  : compare::talliesOf(question, *side.answer, *side.definitions);
}

QString noteOf(
    const compare::TallyQuestion& question, const compare::Tallies& tallies, const QString& letter)
{
    const auto word = compare::pluralOf(question.by);
    const QString plural = QString::fromUtf8(word.data(), static_cast<qsizetype>(word.size()));
    if (tallies.uncounted > 0) {
        return TallyDifferences::tr("%1 has %2 more %3 than one answer has room for")
            .arg(letter, data::grouped(tallies.uncounted), plural);
    }
    return tallies.rows.empty()
               ? TallyDifferences::tr("%1 has no %2 in what is compared").arg(letter, plural)
               : QString();
}

TallyDifferences::Result compared(
    const compare::TallyQuestion& question, const Answered& a, const Answered& b)
{
    TallyDifferences::Result result;
    const auto ofA = talliesOf(question, a);
    const auto ofB = talliesOf(question, b);
    for (const auto& [tallies, side] : {std::pair(&ofA, &a), std::pair(&ofB, &b)}) {
        if (!tallies->isOk()) {
            result.error = TallyDifferences::tr("%1: %2").arg(
                side->letter, QString::fromStdString(tallies->error().message));
            return result;
        }
        const QString note = noteOf(question, tallies->value(), side->letter);
        if (!note.isEmpty()) {
            result.notes << note;
        }
    }
    result.answer = std::make_shared<const query::Answer>(query::Table{
        .window = {},
        .answer = table::Value::of(compare::compareTallies(question, ofA.value(), ofB.value()))});
    return result;
}

}  // namespace

const compare::TallyComparison* TallyDifferences::Result::comparison() const
{
    const auto* table = answer ? std::get_if<query::Table>(answer.get()) : nullptr;
    return table == nullptr ? nullptr : table->answer.as<compare::TallyComparison>();
}

TallyDifferences::TallyDifferences(data::DataSource& source, QObject* parent)
    : QObject(parent)
    , m_source(source)
{
    m_settle.setSingleShot(true);
    m_settle.setInterval(kSettleMs);
    connect(&m_settle, &QTimer::timeout, this, qOverload<>(&TallyDifferences::ask));
    connect(&source, &data::DataSource::restored, this, [this] {
        for (Half* half : {m_a.get(), m_b.get()}) {
            if (half != nullptr) {
                half->asked.reset();
            }
        }
        askSoon();
    });
}

TallyDifferences::~TallyDifferences()
{
    disconnect();
    clear();
}

std::unique_ptr<TallyDifferences::Half> TallyDifferences::makeHalf(const Differences::Side& side)
{
    auto half = std::make_unique<Half>(m_source, side);
    Half* raw = half.get();
    half->slot.setHandler(
        [this, raw](const auto& answer, const Error& error) { take(*raw, answer, error); });
    half->viewed = connect(side.view, &ViewHistory::changed, this, &TallyDifferences::askSoon);
    return half;
}

void TallyDifferences::setSides(const Differences::Side& a, const Differences::Side& b)
{
    if (hasSides() && m_a->side == a && m_b->side == b) {
        return;
    }
    clear();
    m_a = makeHalf(a);
    m_b = makeHalf(b);
    ask();
}

void TallyDifferences::clear()
{
    for (auto* half : {&m_a, &m_b}) {
        if (*half != nullptr) {
            disconnect((*half)->viewed);
            half->reset();
        }
    }
    m_settle.stop();
    m_work.cancel();
    m_result.reset();
    m_isNew = false;
    emit changed();
}

void TallyDifferences::setQuestion(const compare::TallyQuestion& question)
{
    if (question != m_question) {
        m_question = question;
        m_result.reset();
        m_work.cancel();
        m_isNew = true;
        ask();
    }
}

bool TallyDifferences::mayHave(compare::TallyBy by, const data::Trace& trace)
{
    return by == compare::TallyBy::Value ? hasValues(*trace.definitions)
                                         : compare::mayHave(by, trace.info);
}

// ---- Asking ------------------------------------------------------------------------------------

void TallyDifferences::askSoon()
{
    if (hasSides()) {
        m_settle.start();
        emit changed();
    }
}

void TallyDifferences::ask()
{
    if (hasSides()) {
        ask(*m_a);
        ask(*m_b);
        compareBoth();
        emit changed();
    }
}

void TallyDifferences::ask(Half& half)
{
    const auto& filters = half.side.view->filters();
    if (filters.hidesAll()) {
        half.slot.reset();  // no location at all would mean all of them
        half.asked.reset();
        half.error = tr("all locations of %1 are filtered away").arg(half.side.letter);
        return;
    }
    auto request = compare::requestFor(
        m_question,
        {.window = half.side.view->range(), .locations = filters.scope(), .filter = {}});
    if (half.asked == request && half.error.isEmpty()) {
        return;
    }
    half.error.clear();
    half.answer.reset();
    half.slot.reset();  // what is under way is another question
    half.asked = request;
    m_isNew = true;
    m_work.cancel();
    half.slot.ask(std::move(request));
}

void TallyDifferences::take(
    Half& half, const std::shared_ptr<const query::Answer>& answer, const Error& error)
{
    half.answer = answer;
    const bool isLack =
        m_question.by == compare::TallyBy::Value && error.kind == ErrorKind::NotFound;
    if (answer == nullptr && !isLack) {
        half.error = tr("%1: %2").arg(half.side.letter, QString::fromStdString(error.message));
    }
    compareBoth();
    emit changed();
}

bool TallyDifferences::isAnswered(const Half& half)
{
    return half.asked && half.error.isEmpty() && !half.slot.isBusy();
}

void TallyDifferences::compareBoth()
{
    if (!m_isNew || !isAnswered(*m_a) || !isAnswered(*m_b)) {
        return;
    }
    m_isNew = false;
    const auto answeredBy = [](const Half& half) {
        return Answered{
            .answer = half.answer,
            .definitions = half.side.trace->definitions,
            .letter = half.side.letter};
    };
    const auto work = [a = answeredBy(*m_a), b = answeredBy(*m_b), question = m_question](
                          const std::stop_token& /*stop*/) {
        auto result = std::make_shared<Result>();
        try {
            *result = compared(question, a, b);
        } catch (const std::exception& failure) {  // there is not enough memory
            result->error =
                tr("the two could not be compared: %1").arg(QString::fromLatin1(failure.what()));
        }
        return result;
    };
    m_work.start(work, [this](const std::shared_ptr<const Result>& result) {
        m_result = result;
        emit changed();
    });
}

Exactness TallyDifferences::exactness() const
{
    if (!errorText().isEmpty()) {
        return Exactness::Failed;
    }
    const bool isExact =
        !hasSides() || (!m_settle.isActive() && !m_isNew && !m_work.isBusy() && m_result);
    return isExact ? Exactness::Exact : Exactness::Refining;
}

QString TallyDifferences::errorText() const
{
    for (const Half* half : {m_a.get(), m_b.get()}) {
        if (half != nullptr && !half->error.isEmpty()) {
            return half->error;
        }
    }
    return m_result ? m_result->error : QString();
}

}  // namespace vellum::gui::models
