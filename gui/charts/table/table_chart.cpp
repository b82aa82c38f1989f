#include "gui/charts/table/table_chart.h"

#include "common/query/questions.h"
#include "common/table/access.h"
#include "gui/charts/table/answer_model.h"
#include "gui/data/wording.h"

#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace vellum::gui::charts {

namespace {

constexpr int kWidestAtFirst = 320;  ///< of a column, logical pixels
constexpr int kRowsLookedAt = 200;   ///< to find out how wide columns are

table::Value asByDefault(const table::Schema& question)
{
    return {question, question.make()};
}

}  // namespace

TableChart::TableChart(const ChartContext& context, QWidget* parent)
    : Chart(parent)
    , m_context(context)
    , m_slot(context.source, context.trace->id)
    , m_question(query::tableQuestions().front())
    , m_options(asByDefault(*m_question))
    , m_model(new AnswerModel(context.trace, this))
{
    setAccessibleName(title());
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    makeWidgets();
    m_slot.setHandler([this](const auto& answer, const Error& error) {
        if (answer) {
            m_answer = answer;
            m_error.clear();
        } else if (error.kind != ErrorKind::Cancelled && !m_slot.isBusy()) {
            m_error = QString::fromStdString(error.message);
        }
        takeRows();
    });
    connect(&context.view, &models::ViewHistory::changed, this, [this] {
        if (scope() != m_asked) {
            ask();
        }
    });
    connect(m_model, &AnswerModel::rowsChanged, this, [this] {
        m_nothing->setVisible(m_model->rowCount() == 0 && !m_slot.isBusy());
        m_nothing->setText(
            m_model->allRows() == 0 ? tr("No rows in this window.") : tr("No row has this text."));
        emit changed();
    });
    ask();
}

TableChart::~TableChart() = default;

void TableChart::makeWidgets()
{
    m_filter = new QLineEdit;
    m_filter->setPlaceholderText(tr("Only rows with this text"));
    m_filter->setAccessibleName(tr("Only rows with this text"));
    m_filter->setClearButtonEnabled(true);
    m_filter->installEventFilter(this);
    m_view = new QTableView;
    m_view->setModel(m_model);
    m_view->setAccessibleName(title());
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setShowGrid(false);
    m_view->setAlternatingRowColors(true);
    m_view->setWordWrap(false);
    m_view->setTabKeyNavigation(false);
    m_view->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_view->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_view->setContextMenuPolicy(Qt::CustomContextMenu);
    m_view->verticalHeader()->hide();
    m_view->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 6);
    m_view->horizontalHeader()->setHighlightSections(false);
    m_view->horizontalHeader()->setStretchLastSection(false);
    m_view->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    m_view->setSortingEnabled(true);
    m_view->installEventFilter(this);
    m_nothing = new QLabel(m_view);
    m_nothing->setAlignment(Qt::AlignCenter);
    m_nothing->hide();
    auto* over = new QVBoxLayout(m_view->viewport());
    over->addWidget(m_nothing, 0, Qt::AlignCenter);
    auto* layout = new QVBoxLayout(viewport());
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_filter);
    layout->addWidget(m_view, 1);
    setFocusProxy(m_view);
    connect(m_filter, &QLineEdit::textChanged, m_model, &AnswerModel::setFilter);
    connect(m_view, &QWidget::customContextMenuRequested, this, [this](QPoint position) {
        emit menuWanted(m_view->viewport()->mapToGlobal(position));
    });
    connect(
        m_view->selectionModel(),
        &QItemSelectionModel::currentRowChanged,
        this,
        [this](const QModelIndex& current) {
            if (current.isValid()) {
                markRow(current.row());
            }
        });
}

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

void TableChart::ask()
{
    m_error.clear();
    m_asked = scope();
    if (m_context.view.filters().hidesAll()) {
        m_slot.reset();  // no location at all would mean all of them
        m_answer.reset();
        takeRows();
        return;
    }
    m_slot.ask(query::TableRequest{.scope = m_asked, .asked = m_options});
    emit changed();
}

void TableChart::refresh()
{
    m_answer.reset();
    ask();
}

void TableChart::takeRows()
{
    m_model->show(m_answer);
    applyHidden();
    applySorting();
    if (m_model->allRows() > 0 && !m_isFitted) {
        fitColumns();
        announceSize();
    }
}

void TableChart::fitColumns()
{
    m_isFitted = true;
    const QFontMetrics metrics = m_view->fontMetrics();
    const int rows = std::min(m_model->rowCount(), kRowsLookedAt);
    for (int column = 0; column < m_model->columnCount(); ++column) {
        int width = m_view->horizontalHeader()->sectionSizeHint(column);
        for (int row = 0; row < rows; ++row) {
            const QString text =
                m_model->data(m_model->index(row, column), Qt::DisplayRole).toString();
            width = std::max(width, metrics.horizontalAdvance(text) + 16);
        }
        m_view->setColumnWidth(column, std::min(width, kWidestAtFirst));
    }
}

bool TableChart::isHidden(int column) const
{
    const QVariant chosen = m_shownColumns.value(m_model->keyOf(column));
    return chosen.isValid() ? !chosen.toBool()
                            : !m_model->text()->columns()[static_cast<std::size_t>(column)].isShown;
}

void TableChart::applyHidden()
{
    for (int column = 0; column < m_model->columnCount(); ++column) {
        m_view->setColumnHidden(column, isHidden(column));
    }
}

/// A function stands out in all charts; to a location all of them go.
void TableChart::markRow(int row)
{
    const query::TableText& text = *m_model->text();
    for (const query::TableText::Column& column : text.columns()) {
        const table::Unit unit =
            column.cell.column->unit == table::Unit::By ? text.by() : column.cell.column->unit;
        if (!column.cell.path.empty()
            || (unit != table::Unit::Region && unit != table::Unit::Location)) {
            continue;
        }
        const std::uint64_t ref = table::wholeAt(*column.cell.column, m_model->rowAt(row));
        const RegionRef region(static_cast<std::uint32_t>(ref));
        if (unit == table::Unit::Location) {
            m_context.selection.goTo(LocationRef(ref));
        } else if (region.isDefined()) {
            m_context.selection.setHighlight(
                models::Highlight{.by = query::GroupBy::Region, .key = {.value = region.value()}});
        }
    }
}

models::Exactness TableChart::exactness() const
{
    if (!m_error.isEmpty()) {
        return models::Exactness::Failed;
    }
    return !m_slot.isBusy() && !m_model->isBusy() && m_asked == scope()
               ? models::Exactness::Exact
               : models::Exactness::Refining;
}

QString TableChart::title() const
{
    return tr("Table");
}

QString TableChart::questionText() const
{
    QString text = data::text(m_question->name);
    text.replace(u'-', u' ').replace(0, 1, text.left(1).toUpper());
    return text;
}

QString TableChart::sentence() const
{
    QStringList parts = {questionText()};
    for (const table::Column& option : m_question->columns) {
        if (!option.words.empty()) {
            const std::uint64_t word = table::wholeAt(option, m_options.row());
            QString choice = data::text(option.words[word]);
            parts << tr("%1 %2").arg(data::text(option.name), choice.replace(u'-', u' '));
        }
    }
    const auto shown = static_cast<std::uint64_t>(m_model->rowCount());
    parts
        << (shown == m_model->allRows()
                ? data::counted(shown, tr("row"), tr("rows"))
                : tr("%1 of %2 rows").arg(data::grouped(shown), data::grouped(m_model->allRows())));
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
        m_shownColumns.clear();
        m_view->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
        forgetRows();
    }
}

/// Rows of the one kind must not be taken for those of the other.
void TableChart::forgetRows()
{
    m_answer.reset();
    m_slot.reset();
    m_isFitted = false;
    forgetSize();
    takeRows();
    ask();
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

// ---- Keys, copies and size ---------------------------------------------------------------------

void TableChart::copyRows() const
{
    QList<int> rows;
    for (const QModelIndex& index : m_view->selectionModel()->selectedRows()) {
        rows.append(index.row());
    }
    if (rows.isEmpty()) {
        for (int row = 0; row < m_model->rowCount(); ++row) {
            rows.append(row);
        }
    }
    std::ranges::sort(rows);
    QStringList lines;
    const auto lineOf = [this](const auto& textOf) {
        QStringList cells;
        for (int column = 0; column < m_model->columnCount(); ++column) {
            if (!m_view->isColumnHidden(column)) {
                cells << QString(textOf(column)).replace(u'\t', u' ').replace(u'\n', u' ');
            }
        }
        return cells.join(u'\t');
    };
    lines << lineOf([this](int column) {
        return m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
    });
    for (const int row : rows) {
        lines << lineOf([this, row](int column) {
            return m_model->data(m_model->index(row, column), Qt::DisplayRole).toString();
        });
    }
    QGuiApplication::clipboard()->setText(lines.join(u'\n') + u'\n');
}

bool TableChart::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (watched == m_view && key->matches(QKeySequence::Copy)) {
            copyRows();
            return true;
        }
        if (key->key() == Qt::Key_Escape && !m_filter->text().isEmpty()) {
            m_filter->clear();
            return true;
        }
        if (watched == m_filter && key->key() == Qt::Key_Down) {
            m_view->setFocus();
            return true;
        }
    }
    return Chart::eventFilter(watched, event);
}

bool TableChart::handleKey(const QKeyEvent& /*event*/)
{
    return false;  // the table has the focus, and its own keys
}

int TableChart::heightOf(int rows) const
{
    return m_filter->sizeHint().height() + m_view->horizontalHeader()->sizeHint().height()
           + rows * m_view->verticalHeader()->defaultSectionSize()
           + m_view->horizontalScrollBar()->sizeHint().height();
}

QSize TableChart::sizeHint() const
{
    return {600, heightOf(static_cast<int>(std::clamp<std::size_t>(m_model->allRows(), 4, 12)))};
}

int TableChart::mostHeight() const
{
    return heightOf(static_cast<int>(std::clamp<std::size_t>(m_model->allRows(), 4, 10'000)));
}

void TableChart::changeEvent(QEvent* event)
{
    Chart::changeEvent(event);
    if (event->type() == QEvent::FontChange && m_view != nullptr) {
        m_view->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 6);
        m_isFitted = false;
        takeRows();
    }
}

void TableChart::updateLayout() {}

}  // namespace vellum::gui::charts
