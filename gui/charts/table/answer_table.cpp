#include "gui/charts/table/answer_table.h"

#include "gui/data/wording.h"

#include <QClipboard>
#include <QEvent>
#include <QFileDialog>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSaveFile>
#include <QScrollBar>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace vellum::gui::charts {

namespace {

constexpr int kWidestAtFirst = 320;  ///< of a column, logical pixels
constexpr int kRowsLookedAt = 200;   ///< to find out how wide columns are

constexpr QLatin1String kSortedBy("sortedBy");
constexpr QLatin1String kDescending("descending");
constexpr QLatin1String kColumns("columns");

}  // namespace

AnswerTable::AnswerTable(
    std::shared_ptr<const data::Trace> trace, const QString& name, QWidget* parent)
    : QWidget(parent)
    , m_model(new AnswerModel(std::move(trace), this))
{
    makeWidgets(name);
    connectWidgets();
}

void AnswerTable::makeWidgets(const QString& name)
{
    m_filter = new QLineEdit;
    m_filter->setPlaceholderText(tr("Only rows with this text"));
    m_filter->setAccessibleName(tr("Only rows with this text"));
    m_filter->setClearButtonEnabled(true);
    m_filter->installEventFilter(this);
    m_view = new QTableView;
    m_view->setModel(m_model);
    m_view->setAccessibleName(name);
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
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_filter);
    layout->addWidget(m_view, 1);
    setFocusProxy(m_view);
}

void AnswerTable::connectWidgets()
{
    connect(m_filter, &QLineEdit::textChanged, m_model, &AnswerModel::setFilter);
    connect(m_view, &QWidget::customContextMenuRequested, this, [this](QPoint position) {
        emit menuWanted(m_view->viewport()->mapToGlobal(position));
    });
    connect(m_view, &QAbstractItemView::doubleClicked, this, [this](const QModelIndex& index) {
        emit rowChosen(index.row());
    });
    connect(
        m_view->selectionModel(),
        &QItemSelectionModel::currentRowChanged,
        this,
        [this](const QModelIndex& current) {
            if (current.isValid()) {
                emit rowMarked(current.row());
            }
        });
}

// ---- Rows ------------------------------------------------------------------------------------

bool AnswerTable::show(const std::shared_ptr<const query::Answer>& answer)
{
    m_model->show(answer);
    return fitOnce();
}

bool AnswerTable::fitOnce()
{
    applyHidden();
    applyFirstColumns();
    applySorting();
    if (m_model->allRows() == 0 || m_isFitted) {
        return false;
    }
    fitColumns();
    return true;
}

void AnswerTable::showNothing(bool isBusy)
{
    m_nothing->setVisible(m_model->rowCount() == 0 && !isBusy);
    m_nothing->setText(
        m_model->allRows() == 0 ? tr("No rows in this window.") : tr("No row has this text."));
}

void AnswerTable::fitColumns()
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

void AnswerTable::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange && m_view != nullptr) {
        m_view->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 6);
        m_isFitted = false;
        fitOnce();
    }
}

int AnswerTable::heightOf(int rows) const
{
    return m_filter->sizeHint().height() + m_view->horizontalHeader()->sizeHint().height()
           + rows * m_view->verticalHeader()->defaultSectionSize()
           + m_view->horizontalScrollBar()->sizeHint().height();
}

// ---- Columns and their order -----------------------------------------------------------------

bool AnswerTable::isHidden(int column) const
{
    const QVariant chosen = m_shownColumns.value(m_model->keyOf(column));
    return chosen.isValid() ? !chosen.toBool() : !m_model->isShownAtFirst(column);
}

void AnswerTable::applyHidden()
{
    for (int column = 0; column < m_model->columnCount(); ++column) {
        m_view->setColumnHidden(column, isHidden(column));
    }
}

void AnswerTable::applyFirstColumns()
{
    QHeaderView* header = m_view->horizontalHeader();
    int place = 0;
    for (const QString& key : m_firstColumns) {
        const int column = m_model->columnOf(key);
        if (column >= 0) {
            header->moveSection(header->visualIndex(column), place++);
        }
    }
}

void AnswerTable::applySorting()
{
    const int column = m_model->columnOf(m_sortedByKey);
    if (column >= 0) {
        m_view->sortByColumn(column, m_sortsDown ? Qt::DescendingOrder : Qt::AscendingOrder);
        m_sortedByKey.clear();
    }
}

void AnswerTable::forgetChoices()
{
    m_shownColumns.clear();
    m_view->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    forgetWidths();
}

QVariantMap AnswerTable::settings() const
{
    QVariantMap settings = {{kColumns, m_shownColumns}};
    const QHeaderView* header = m_view->horizontalHeader();
    const QString sortedBy = m_model->keyOf(header->sortIndicatorSection());
    if (!sortedBy.isEmpty()) {
        settings.insert(kSortedBy, sortedBy);
        settings.insert(kDescending, header->sortIndicatorOrder() == Qt::DescendingOrder);
    }
    return settings;
}

void AnswerTable::applySettings(const QVariantMap& settings)
{
    if (settings.contains(kColumns)) {
        m_shownColumns = settings.value(kColumns).toMap();
        applyHidden();
    }
    if (settings.contains(kSortedBy)) {
        m_sortedByKey = settings.value(kSortedBy).toString();
        m_sortsDown = settings.value(kDescending).toBool();
        applySorting();
    }
}

// ---- Menu, keys and copies -------------------------------------------------------------------

void AnswerTable::fillMenu(QMenu& menu, const QString& fileName, const Record& record)
{
    addColumnsMenu(menu, record);
    menu.addAction(tr("&Copy rows"), this, [this] { copyRows(); });
    menu.addAction(tr("Save as CS&V…"), this, [this, fileName] { saveCsv(fileName); });
}

void AnswerTable::addColumnsMenu(QMenu& menu, const Record& record)
{
    QMenu* columns = menu.addMenu(tr("C&olumns"));
    columns->setEnabled(m_model->columnCount() > 0);
    for (int column = 0; column < m_model->columnCount(); ++column) {
        const QString name =
            m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
        QAction* action = columns->addAction(name, this, [this, column, name, record](bool shown) {
            record(tr("column %1").arg(name), [this, column, shown] {
                m_shownColumns.insert(m_model->keyOf(column), shown);
                applyHidden();
            });
        });
        action->setCheckable(true);
        action->setChecked(!isHidden(column));
    }
}

void AnswerTable::saveCsv(const QString& fileName)
{
    auto* dialog = new QFileDialog(this, tr("Save the table as CSV"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("csv"));
    dialog->selectFile(fileName + QStringLiteral(".csv"));
    connect(dialog, &QFileDialog::fileSelected, this, &AnswerTable::writeCsv);
    dialog->open();
}

void AnswerTable::writeCsv(const QString& path)
{
    QSaveFile file(path);
    const QByteArray csv = m_model->csv();
    const bool isWritten = file.open(QIODevice::WriteOnly)
                           && file.setPermissions(QFile::ReadOwner | QFile::WriteOwner)
                           && file.write(csv) == csv.size() && file.commit();
    emit saved(
        isWritten ? QString() : tr("%1 could not be written: %2").arg(path, file.errorString()));
}

void AnswerTable::copyRows() const
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
        for (int place = 0; place < m_model->columnCount(); ++place) {
            const int column = m_view->horizontalHeader()->logicalIndex(place);
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

bool AnswerTable::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (watched == m_view && key->matches(QKeySequence::Copy)) {
            copyRows();
            return true;
        }
        if (watched == m_view && (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter)
            && m_view->currentIndex().isValid()) {
            emit rowChosen(m_view->currentIndex().row());
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
    return QWidget::eventFilter(watched, event);
}

}  // namespace vellum::gui::charts
