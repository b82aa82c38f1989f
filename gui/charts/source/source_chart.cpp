#include "gui/charts/source/source_chart.h"

#include "gui/charts/source/hot_lines.h"
#include "gui/charts/source/share_delegate.h"
#include "gui/charts/source/source_model.h"
#include "gui/data/wording.h"

#include <QComboBox>
#include <QFileDialog>
#include <QFontDatabase>
#include <QHeaderView>
#include <QInputDialog>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QPromise>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QSettings>
#include <QSignalBlocker>
#include <QTableView>
#include <QThreadPool>
#include <QVBoxLayout>

#include <algorithm>

namespace vellum::gui::charts {

namespace {

constexpr QLatin1String kFile("file");
constexpr QLatin1String kMappings("source/paths");
constexpr int kRows = 12;                ///< at first
constexpr qsizetype kMostLetters = 500;  ///< of a line; what is longer was written by a program

}  // namespace

SourceChart::SourceChart(const ChartContext& context, QWidget* parent)
    : Chart(parent)
    , m_context(context)
    , m_table(context.source, context.trace->id, context.view, [this] { return scope(); })
    , m_model(new SourceModel(this))
{
    setAccessibleName(title());
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    makeWidgets();
    connect(&m_table, &models::WindowTable::asked, this, &Chart::changed);
    connect(&m_table, &models::WindowTable::answered, this, &SourceChart::takeAnswer);
    m_table.ask(table::Value::of(query::ValuesSummaryQuestion{.by = query::ValuesBy::Line}));
}

SourceChart::~SourceChart() = default;

QWidget* SourceChart::makeHeader()
{
    auto* header = new QWidget;
    m_choice = new QComboBox;
    m_choice->setAccessibleName(tr("Source file"));
    m_choice->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_hint = new QLabel;
    m_hint->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_hint->setWordWrap(true);
    m_hint->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_find = new QPushButton(tr("&Find it…"));
    auto* layout = new QHBoxLayout(header);
    layout->setContentsMargins(4, 2, 4, 2);
    layout->addWidget(m_choice);
    layout->addWidget(m_hint, 1);
    layout->addWidget(m_find);
    connect(m_choice, &QComboBox::activated, this, [this](int place) {
        const QString path = m_choice->itemData(place).toString();
        recordChoice(tr("source file"), [this, path] { setFile(path); });
    });
    connect(m_find, &QPushButton::clicked, this, &SourceChart::chooseFile);
    return header;
}

void SourceChart::makeWidgets()
{
    m_view = new QTableView;
    m_view->setModel(m_model);
    m_view->setAccessibleName(title());
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setShowGrid(false);
    m_view->setWordWrap(false);
    m_view->setTabKeyNavigation(false);
    m_view->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_view->setSelectionMode(QAbstractItemView::SingleSelection);
    m_view->setContextMenuPolicy(Qt::CustomContextMenu);
    m_view->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_view->verticalHeader()->hide();
    m_view->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 4);
    m_view->horizontalHeader()->setHighlightSections(false);
    m_view->horizontalHeader()->setStretchLastSection(false);
    m_view->setTextElideMode(Qt::ElideNone);  // there is a scroll bar
    m_view->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_view->setItemDelegateForColumn(SourceModel::Share, new ShareDelegate(m_view));
    m_view->installEventFilter(this);
    const QFontMetrics metrics = m_view->fontMetrics();
    const auto widthOf = [&metrics](const QString& text) {
        return metrics.horizontalAdvance(text) + 20;
    };
    m_view->setColumnWidth(SourceModel::Number, widthOf(QStringLiteral("00000")));
    m_view->setColumnWidth(SourceModel::Moved, widthOf(QStringLiteral("000.0 MiB")));
    m_view->setColumnWidth(SourceModel::Share, widthOf(tr("There already")) + 40);
    m_view->setColumnWidth(SourceModel::Pattern, widthOf(QStringLiteral("redundant values")));
    m_strip = new HotLines;
    auto* lines = new QHBoxLayout;
    lines->setContentsMargins(0, 0, 0, 0);
    lines->setSpacing(0);
    lines->addWidget(m_view, 1);
    lines->addWidget(m_strip);
    auto* layout = new QVBoxLayout(viewport());
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeHeader());
    layout->addLayout(lines, 1);
    setFocusProxy(m_view);
    connect(m_view, &QWidget::customContextMenuRequested, this, [this](QPoint position) {
        emit menuWanted(m_view->viewport()->mapToGlobal(position));
    });
    connect(
        m_view->selectionModel(),
        &QItemSelectionModel::currentRowChanged,
        this,
        [this](const QModelIndex& current) {
            if (current.isValid() && !m_isQuiet) {
                markRow(current.row());
            }
        });
    connect(
        m_view->verticalScrollBar(), &QScrollBar::valueChanged, this, [this] { updateStrip(); });
    connect(
        m_view->verticalScrollBar(), &QScrollBar::rangeChanged, this, [this] { updateStrip(); });
    connect(m_strip, &HotLines::rowWanted, this, [this](int row) {
        m_view->scrollTo(m_model->index(row, 0), QAbstractItemView::PositionAtCenter);
    });
}

// ---- What is asked and what is shown ---------------------------------------------------------

query::Scope SourceChart::scope() const
{
    return m_context.view.filters().scopeOf(
        m_context.view.range(), models::Filter::Kind::OnlyLocations);
}

void SourceChart::refresh()
{
    m_read.clear();
    m_table.askAnew();
}

QString SourceChart::shownFile() const
{
    return !m_file.isEmpty() || m_files.empty() ? m_file : m_files.front().path;
}

void SourceChart::takeAnswer()
{
    const auto* summary = m_table.as<query::ValuesSummary>();
    m_files =
        summary != nullptr ? models::sourceFiles(*summary) : std::vector<models::SourceFile>();
    const QSignalBlocker blocker(m_choice);
    m_choice->clear();
    for (const models::SourceFile& file : m_files) {
        m_choice->addItem(file.path.section(u'/', -1), file.path);
        m_choice->setItemData(m_choice->count() - 1, file.path, Qt::ToolTipRole);
    }
    const QString shown = shownFile();
    if (!shown.isEmpty() && m_choice->findData(shown) < 0) {
        m_choice->addItem(
            shown.section(u'/', -1), shown);  // chosen, and without values in this window
    }
    m_choice->setCurrentIndex(m_choice->findData(shown));
    m_choice->setToolTip(shown);
    m_choice->setEnabled(m_choice->count() > 1);
    readFile();
    showLines();
}

void SourceChart::readFile()
{
    const QString file = shownFile();
    const QString path = file.isEmpty() ? QString() : data::mappedPath(file, mappings());
    if (path == m_read) {
        return;
    }
    m_read = path;
    m_text.clear();
    m_readError.clear();
    m_reading.reset();
    if (path.isEmpty()) {
        return;
    }
    // A disk may be far away.
    using Shared = std::shared_ptr<const Read>;
    auto promise = std::make_shared<QPromise<Shared>>();
    promise->start();
    m_reading = std::make_unique<QFutureWatcher<Shared>>();
    connect(m_reading.get(), &QFutureWatcher<Shared>::finished, this, [this] {
        const Shared read = m_reading->result();
        m_reading.release()->deleteLater();  // it is what calls this
        takeText(*read);
    });
    m_reading->setFuture(promise->future());
    QThreadPool::globalInstance()->start([promise, path] {
        promise->addResult(
            Shared(std::make_shared<Read>(Read{.path = path, .lines = data::readSource(path)})));
        promise->finish();
    });
}

void SourceChart::takeText(const Read& read)
{
    if (read.path != m_read) {
        return;
    }
    if (read.lines.isOk()) {
        m_text = read.lines.value();
    } else {
        m_readError = QString::fromStdString(read.lines.error().message);
    }
    showLines();
}

void SourceChart::showLines()
{
    const auto* summary = m_table.as<query::ValuesSummary>();
    const bool wasEmpty = m_model->lines().empty();
    m_model->show(
        summary != nullptr ? models::sourceLines(*summary, shownFile(), m_text)
                           : std::vector<models::SourceLine>());
    m_strip->show(m_model->lines());
    fitText();
    m_hint->setText(hint());
    m_find->setVisible(!m_readError.isEmpty());
    if (wasEmpty && !m_model->lines().empty()) {
        announceSize();
    }
    if (!m_view->currentIndex().isValid()) {
        const QScopedValueRollback quiet(m_isQuiet, true);
        step(1);  // something to see at once
    }
    updateStrip();
    emit changed();
}

QString SourceChart::hint() const
{
    if (m_readError.isEmpty()) {
        return m_files.empty() && m_table.exactness() == models::Exactness::Exact
                   ? tr("Nothing was moved in this window by a line that is known.")
                   : QString();
    }
    return tr("Without the source: %1").arg(m_readError);
}

/// As wide as the longest line.
void SourceChart::fitText()
{
    qsizetype most = 0;
    for (const models::SourceLine& line : m_model->lines()) {
        most = std::max(most, std::min(line.text.size(), kMostLetters));
    }
    const QFontMetrics metrics(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_view->setColumnWidth(
        SourceModel::Text, static_cast<int>(most + 2) * metrics.horizontalAdvance(u'0'));
}

void SourceChart::updateStrip()
{
    const int first = m_view->rowAt(0);
    const int last = m_view->rowAt(m_view->viewport()->height() - 1);
    m_strip->setShown(std::max(0, first), last < 0 ? m_model->rowCount() - 1 : last);
}

/// Its function stands out in all charts.
void SourceChart::markRow(int row)
{
    const models::SourceLine& line = m_model->lines()[static_cast<std::size_t>(row)];
    if (line.function.isEmpty()) {
        return;
    }
    const std::string name = line.function.toStdString();
    const auto& regions = m_context.trace->definitions->regions;
    const auto found = std::ranges::find(regions, name, &Region::name);
    if (found != regions.end()) {
        m_context.selection.setHighlight(
            models::Highlight{.by = query::GroupBy::Region, .key = {.value = found->ref.value()}});
    }
}

void SourceChart::step(int direction)
{
    const int rows = m_model->rowCount();
    int row = m_view->currentIndex().row();
    for (int i = 0; i < rows; ++i) {
        row = row < 0 ? (direction > 0 ? 0 : rows - 1) : (row + direction + rows) % rows;
        if (m_model->lines()[static_cast<std::size_t>(row)].hasValues()) {
            m_view->setCurrentIndex(m_model->index(row, 0));
            m_view->scrollTo(m_model->index(row, 0), QAbstractItemView::PositionAtCenter);
            return;
        }
    }
}

models::Exactness SourceChart::exactness() const
{
    const models::Exactness exactness = m_table.exactness();
    return exactness == models::Exactness::Exact && m_reading ? models::Exactness::Refining
                                                              : exactness;
}

QString SourceChart::sentence() const
{
    const auto busy = static_cast<std::uint64_t>(std::ranges::count_if(
        m_model->lines(), [](const models::SourceLine& line) { return line.hasValues(); }));
    const auto* summary = m_table.as<query::ValuesSummary>();
    QStringList parts = {
        shownFile().section(u'/', -1),
        tr("%1 with values").arg(data::counted(busy, tr("line"), tr("lines"))),
        summary != nullptr ? data::otherRunText(summary->valuesOf) : QString(),
        m_context.view.filters().sentence(
            *m_context.trace->definitions, {models::Filter::Kind::OnlyLocations})};
    parts.removeAll(QString());
    return parts.join(QStringLiteral(" · "));
}

// ---- What can be chosen ------------------------------------------------------------------------

void SourceChart::setFile(const QString& path)
{
    if (path != m_file) {
        m_file = path;
        m_model->show({});
        takeAnswer();
    }
}

data::PathMappings SourceChart::mappings()
{
    return data::mappingsOf(QSettings().value(kMappings).toString());
}

void SourceChart::setMappings(const data::PathMappings& mappings)
{
    QSettings().setValue(kMappings, data::textOf(mappings));
    m_read.clear();
    readFile();
    showLines();
}

void SourceChart::findAt(const QString& found)
{
    data::PathMappings all = mappings();
    const data::PathMapping added = data::mappingOf(shownFile(), found);
    if (added.from.isEmpty()) {
        return;
    }
    std::erase_if(all, [&added](const data::PathMapping& one) { return one.from == added.from; });
    all.push_back(added);
    setMappings(all);
}

void SourceChart::chooseFile()
{
    auto* dialog = new QFileDialog(this, tr("Where is %1?").arg(shownFile().section(u'/', -1)));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, &SourceChart::findAt);
    dialog->open();
}

void SourceChart::editMappings()
{
    auto* dialog = new QInputDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Where sources lie"));
    dialog->setLabelText(
        tr("One line for each folder: as the program was compiled => on this computer"));
    dialog->setOption(QInputDialog::UsePlainTextEditForTextInput);
    dialog->setTextValue(data::textOf(mappings()));
    connect(dialog, &QInputDialog::textValueSelected, this, [this](const QString& text) {
        setMappings(data::mappingsOf(text));
    });
    dialog->open();
}

void SourceChart::fillMenu(QMenu& menu)
{
    for (const models::SourceFile& file : m_files) {
        QAction* action =
            menu.addAction(file.path.section(u'/', -1), this, [this, path = file.path] {
                recordChoice(tr("source file"), [this, path] { setFile(path); });
            });
        action->setCheckable(true);
        action->setChecked(file.path == shownFile());
    }
    menu.addSeparator();
    menu.addAction(tr("&Next line with values\tN"), this, [this] { step(1); });
    menu.addAction(tr("&Previous line with values\tShift+N"), this, [this] { step(-1); });
    menu.addSeparator();
    menu.addAction(tr("&Find this file…"), this, [this] { chooseFile(); })
        ->setEnabled(!shownFile().isEmpty());
    menu.addAction(tr("&Where sources lie…"), this, [this] { editMappings(); });
}

QVariantMap SourceChart::settings() const
{
    return {{kFile, m_file}};
}

void SourceChart::applySettings(const QVariantMap& settings)
{
    if (settings.contains(kFile)) {
        setFile(settings.value(kFile).toString());
    }
}

bool SourceChart::handleKey(const QKeyEvent& event)
{
    if (event.key() != Qt::Key_N
        || (event.modifiers() & ~Qt::KeyboardModifiers(Qt::ShiftModifier)) != 0) {
        return false;
    }
    step((event.modifiers() & Qt::ShiftModifier) != 0 ? -1 : 1);
    return true;
}

/// The table would look for a line that begins with this letter.
bool SourceChart::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_view && event->type() == QEvent::KeyPress) {
        if (handleKey(*static_cast<QKeyEvent*>(event))) {
            return true;
        }
    }
    if (watched == m_view && event->type() == QEvent::Resize) {
        updateStrip();
    }
    return Chart::eventFilter(watched, event);
}

QSize SourceChart::sizeHint() const
{
    const int rows = std::clamp(m_model->rowCount(), 4, kRows);
    return {
        600,
        m_choice->sizeHint().height() + 4 + m_view->horizontalHeader()->sizeHint().height()
            + rows * m_view->verticalHeader()->defaultSectionSize()
            + m_view->horizontalScrollBar()->sizeHint().height()};
}

}  // namespace vellum::gui::charts
