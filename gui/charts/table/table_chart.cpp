#include "gui/charts/table/table_chart.h"

#include "common/query/questions.h"
#include "common/query/table_text.h"
#include "common/query/values_search.h"
#include "common/table/access.h"
#include "gui/charts/table/answer_table.h"
#include "gui/charts/table/spoken.h"
#include "gui/data/wording.h"

#include <QKeyEvent>
#include <QVBoxLayout>

#include <algorithm>

namespace vellum::gui::charts {

namespace {

table::Value asByDefault(const table::Schema& question)
{
    return {question, question.make()};
}

}  // namespace

TableChart::TableChart(const ChartContext& context, QWidget* parent)
    : Chart(parent)
    , m_context(context)
    , m_question(query::tableQuestions().front())
    , m_options(asByDefault(*m_question))
    , m_asked(context.source, context.trace->id, context.view, [this] { return scope(); })
    , m_table(new AnswerTable(context.trace, title()))
{
    setAccessibleName(title());
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* layout = new QVBoxLayout(viewport());
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_table);
    setFocusProxy(m_table);
    connect(&m_asked, &models::WindowTable::asked, this, [this] {
        m_saveError.clear();
        emit changed();
    });
    connect(&m_asked, &models::WindowTable::answered, this, &TableChart::takeRows);
    connect(&m_table->model(), &AnswerModel::rowsChanged, this, [this] {
        m_table->showNothing(m_asked.isBusy());
        emit changed();
    });
    connect(m_table, &AnswerTable::rowMarked, this, &TableChart::markRow);
    connect(m_table, &AnswerTable::rowChosen, this, &TableChart::findRow);
    connect(m_table, &AnswerTable::menuWanted, this, &TableChart::menuWanted);
    connect(m_table, &AnswerTable::saved, this, [this](const QString& error) {
        m_saveError = error;
        emit changed();
    });
    m_asked.ask(m_options);
}

TableChart::~TableChart() = default;

// ---- What is asked and what is shown ---------------------------------------------------------

query::Scope TableChart::scope() const
{
    // A question reads the filters that it knows; the others change nothing for it.
    using Kind = models::Filter::Kind;
    const models::FilterSet& filters = m_context.view.filters();
    query::Scope scope = filters.scopeOf(m_context.view.range(), Kind::Messages);
    scope.filter.io = filters.records(Kind::Io).io;
    return scope;
}

void TableChart::takeRows()
{
    if (m_table->show(m_asked.answer())) {
        announceSize();
    }
}

/// A function stands out in all charts; to a location all of them go.
void TableChart::markRow(int row)
{
    const query::TableText& text = *model().text();
    for (const query::TableText::Column& column : text.columns()) {
        const table::Unit unit =
            column.cell.column->unit == table::Unit::By ? text.by() : column.cell.column->unit;
        if (!column.cell.path.empty()
            || (unit != table::Unit::Region && unit != table::Unit::Location)) {
            continue;
        }
        const std::uint64_t ref = table::wholeAt(*column.cell.column, model().rowAt(row));
        const RegionRef region(static_cast<std::uint32_t>(ref));
        if (unit == table::Unit::Location) {
            m_context.selection.goTo(LocationRef(ref));
        } else if (region.isDefined()) {
            m_context.selection.setHighlight(
                models::Highlight{.by = query::GroupBy::Region, .key = {.value = region.value()}});
        }
    }
}

/// Of rows about values: the find field steps through the visits behind one.
void TableChart::findRow(int row)
{
    const query::Table* const table = m_asked.table();
    if (table == nullptr) {
        return;
    }
    query::ValuesOperationsQuestion question;
    // By what is shown: the question may be another one by now.
    if (table->answer.as<query::ValuesPatterns>() != nullptr) {
        question = query::operationsBehind(
            *static_cast<const query::ValuesPatternRow*>(model().rowAt(row)));
    } else if (const auto* summary = table->answer.as<query::ValuesSummary>()) {
        question = query::operationsBehind(
            summary->by, *static_cast<const query::ValuesSummaryRow*>(model().rowAt(row)));
    }
    if (const std::string sought = query::valuesSearchOf(question); !sought.empty()) {
        emit findWanted(QString::fromStdString(sought));
    }
}

models::Exactness TableChart::exactness() const
{
    if (!m_saveError.isEmpty()) {
        return models::Exactness::Failed;
    }
    const models::Exactness exactness = m_asked.exactness();
    return exactness == models::Exactness::Exact && model().isBusy() ? models::Exactness::Refining
                                                                     : exactness;
}

QString TableChart::title() const
{
    return tr("Table");
}

QString TableChart::questionText() const
{
    return spoken(m_question->name);
}

QString TableChart::sentence() const
{
    QStringList parts = {questionText()};
    for (const table::Column& option : m_question->columns) {
        if (!option.words.empty()) {
            const std::uint64_t word = table::wholeAt(option, m_options.row());
            parts << tr("%1 %2", "by size")
                         .arg(spoken(option.name).toLower(), spoken(option.words[word]).toLower());
        }
    }
    const auto shown = static_cast<std::uint64_t>(model().rowCount());
    parts
        << (shown == model().allRows()
                ? data::counted(shown, tr("row"), tr("rows"))
                : tr("%1 of %2 rows").arg(data::grouped(shown), data::grouped(model().allRows())));
    if (const query::Table* table = m_asked.table()) {
        for (const std::string& remark : query::remarksOf(*table)) {
            parts << data::text(remark);
        }
    }
    using Kind = models::Filter::Kind;
    parts << m_context.view.filters().sentence(
        *m_context.trace->definitions, {Kind::OnlyLocations, Kind::Messages, Kind::Io});
    parts.removeAll(QString());
    return parts.join(QStringLiteral(" · "));
}

// ---- What can be chosen ------------------------------------------------------------------------

void TableChart::setQuestion(const table::Schema& question)
{
    if (&question != m_question) {
        m_question = &question;
        m_options = asByDefault(question);
        m_table->forgetChoices();
        forgetRows();
    }
}

void TableChart::forgetRows()
{
    m_table->forgetWidths();
    forgetSize();
    m_asked.askAnother(m_options);
}

void TableChart::setOption(const table::Column& option, std::uint64_t word)
{
    if (table::wholeAt(option, m_options.row()) != word) {
        const std::shared_ptr<void> row = m_question->make();
        m_question->copy(row.get(), m_options.row());
        table::setWhole(option, row.get(), word);
        m_options = table::Value(*m_question, row);
        forgetRows();
    }
}

// ---- Keys and size ---------------------------------------------------------------------

bool TableChart::handleKey(const QKeyEvent& /*event*/)
{
    return false;  // the table has the focus, and its own keys
}

QSize TableChart::sizeHint() const
{
    return {
        600,
        m_table->heightOf(static_cast<int>(std::clamp<std::size_t>(model().allRows(), 4, 12)))};
}

int TableChart::mostHeight() const
{
    return m_table->heightOf(
        static_cast<int>(std::clamp<std::size_t>(model().allRows(), 4, 10'000)));
}

void TableChart::updateLayout() {}

}  // namespace vellum::gui::charts
