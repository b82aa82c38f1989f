#include "gui/charts/pages/pages_chart.h"

#include "common/query/values_search.h"
#include "gui/charts/pages/page_looks.h"
#include "gui/data/wording.h"

#include <QKeyEvent>
#include <QMenu>
#include <QScrollBar>

#include <algorithm>

namespace vellum::gui::charts {

namespace {

constexpr QLatin1String kRanges("ranges");

/// What one should look at.
bool asksForAttention(const query::ValuesPagesRow& row)
{
    return row.unchanged > 0 || row.sharing == query::ValuesSharingClass::FalseShared;
}

}  // namespace

PagesChart::PagesChart(const ChartContext& context, QWidget* parent)
    : TimeChart(context, parent)
    , m_model(context.source, context.trace->id, context.view)
{
    setAccessibleName(title());
    connect(&m_model, &models::PictureModel::changed, this, &PagesChart::takePicture);
    ask();
}

void PagesChart::ask()
{
    m_model.setQuestion(
        [this](TickRange window, std::uint32_t columns) -> std::optional<query::Request> {
            return query::TableRequest{
                .scope = filters().scopeOf(window, models::Filter::Kind::OnlyLocations),
                .asked = table::Value::of(
                    query::ValuesPagesQuestion{.columns = columns, .ranges = m_ranges})};
        });
}

const query::ValuesPages* PagesChart::answer() const
{
    const models::Picture* picture = m_model.widest();
    const auto* table = picture != nullptr ? picture->as<query::Table>() : nullptr;
    return table != nullptr ? table->answer.as<query::ValuesPages>() : nullptr;
}

std::span<const query::ValuesPagesRow> PagesChart::rows() const
{
    const query::ValuesPages* known = answer();
    return known != nullptr ? std::span(known->rows) : std::span<const query::ValuesPagesRow>();
}

Columns PagesChart::columns() const
{
    const auto* table = m_model.widest()->as<query::Table>();
    return {.range = table->window, .count = std::max<std::int64_t>(1, answer()->columns)};
}

void PagesChart::takePicture()
{
    const auto shown = m_model.widest() != nullptr ? m_model.widest()->answer : nullptr;
    if (shown != m_taken) {
        m_taken = shown;
        m_row = std::min(m_row, static_cast<int>(rows().size()) - 1);
        updateScroll();
        if (!rows().empty()) {
            announceSize();
        }
    }
    invalidate();
    emit changed();
}

void PagesChart::setRanges(std::uint32_t ranges)
{
    if (ranges != m_ranges && ranges >= 1 && ranges <= kMostRanges) {
        m_ranges = ranges;
        m_row = -1;
        forgetSize();
        ask();
    }
}

// ---- Words, menu, settings ------------------------------------------------------------------

QString PagesChart::sentence() const
{
    const query::ValuesPages* known = answer();
    if (known == nullptr) {
        return {};
    }
    std::size_t objects = 0;
    for (std::size_t i = 0; i < known->rows.size(); ++i) {
        objects += isFirstOfObject(i) ? 1U : 0U;
    }
    QStringList parts = {
        data::counted(objects, tr("object"), tr("objects")),
        known->objectsLeftOut > 0 ? tr("%1 more left out").arg(known->objectsLeftOut) : QString(),
        tr("known by %1").arg(QString::fromStdString(known->watchedBy)),
        data::otherRunText(known->valuesOf)};
    parts.removeAll(QString());
    return parts.join(QStringLiteral(" · "));
}

void PagesChart::fillMenu(QMenu& menu)
{
    for (const std::uint32_t ranges : {1U, 4U, 8U, 16U, 64U}) {
        QAction* action = menu.addAction(
            ranges == 1 ? tr("Each object as &one row")
                        : tr("Up to %1 rows for each object").arg(ranges));
        action->setCheckable(true);
        action->setChecked(ranges == m_ranges);
        connect(action, &QAction::triggered, this, [this, ranges] {
            recordChoice(tr("rows for each object"), [this, ranges] { setRanges(ranges); });
        });
    }
    menu.addSeparator();
    menu.addAction(tr("&Next row written in vain or falsely shared\tN"), this, [this] { step(1); });
    menu.addAction(tr("&Previous such row\tShift+N"), this, [this] { step(-1); });
    menu.addAction(tr("&Find the object of the marked row\tReturn"), this, [this] { findObject(); })
        ->setEnabled(m_row >= 0);
}

QVariantMap PagesChart::settings() const
{
    return {{kRanges, m_ranges}};
}

void PagesChart::applySettings(const QVariantMap& settings)
{
    bool isNumber = false;
    const std::uint32_t ranges = settings.value(kRanges).toUInt(&isNumber);
    if (isNumber) {
        setRanges(ranges);
    }
}

bool PagesChart::handleKey(const QKeyEvent& event)
{
    const bool hasOthers = (event.modifiers() & ~Qt::KeyboardModifiers(Qt::ShiftModifier)) != 0;
    if (event.key() == Qt::Key_N && !hasOthers) {
        step((event.modifiers() & Qt::ShiftModifier) != 0 ? -1 : 1);
        return true;
    }
    if ((event.key() == Qt::Key_Return || event.key() == Qt::Key_Enter) && m_row >= 0) {
        findObject();
        return true;
    }
    return TimeChart::handleKey(event);
}

void PagesChart::markRow(int row)
{
    m_row = row;
    viewport()->update();
    emit changed();
}

void PagesChart::step(int direction)
{
    const int count = static_cast<int>(rows().size());
    int row = m_row;
    for (int i = 0; i < count; ++i) {
        row = row < 0 ? (direction > 0 ? 0 : count - 1) : (row + direction + count) % count;
        if (asksForAttention(rows()[static_cast<std::size_t>(row)])) {
            markRow(row);
            const QRect place = rowRect(static_cast<std::size_t>(row));
            if (place.top() < legendHeight() || place.bottom() > viewport()->height()) {
                verticalScrollBar()->setValue(
                    verticalScrollBar()->value() + place.top() - viewport()->height() / 2);
            }
            return;
        }
    }
}

void PagesChart::findObject()
{
    if (m_row < 0 || static_cast<std::size_t>(m_row) >= rows().size()) {
        return;
    }
    const std::string sought =
        query::valuesSearchOf({.object = rows()[static_cast<std::size_t>(m_row)].object});
    if (!sought.empty()) {
        emit findWanted(QString::fromStdString(sought));
    }
}

void PagesChart::clickAt(QPoint position, bool /*isDouble*/)
{
    const int row = rowAt(position.y());
    if (row >= 0) {
        markRow(row);
        findObject();
    }
}

// ---- What stands where ----------------------------------------------------------------------

int PagesChart::rowHeight() const
{
    return fontMetrics().height() + 4;
}

int PagesChart::legendHeight() const
{
    return fontMetrics().height() + 6;
}

int PagesChart::contentHeight() const
{
    return legendHeight() + static_cast<int>(rows().size()) * rowHeight();
}

QSize PagesChart::sizeHint() const
{
    return {600, legendHeight() + std::clamp(static_cast<int>(rows().size()), 4, 14) * rowHeight()};
}

int PagesChart::mostHeight() const
{
    return legendHeight() + std::max(4, static_cast<int>(rows().size())) * rowHeight();
}

QRect PagesChart::rowRect(std::size_t row) const
{
    return {
        0,
        legendHeight() + static_cast<int>(row) * rowHeight() - yInContent(0),
        viewport()->width(),
        rowHeight()};
}

int PagesChart::rowAt(int y) const
{
    const int inRows = yInContent(y) - legendHeight();
    const int row = inRows < 0 ? -1 : inRows / rowHeight();
    return row < static_cast<int>(rows().size()) ? row : -1;
}

bool PagesChart::isFirstOfObject(std::size_t row) const
{
    const auto all = rows();
    return row == 0 || all[row].object != all[row - 1].object
           || all[row].where != all[row - 1].where;
}

char PagesChart::stateAt(QPoint position) const
{
    const int row = rowAt(position.y());
    const Tick tick = tickAt(position.x());
    if (row < 0 || !columns().range.contains(tick)) {
        return query::page_state::kUntouched;
    }
    const std::string& states = rows()[static_cast<std::size_t>(row)].states;
    const auto column = static_cast<std::size_t>(columns().columnOf(tick));
    return column < states.size() ? states[column] : query::page_state::kUntouched;
}

/// "all 2 MiB", "from 512 KiB on, 256 KiB".
QString PagesChart::rangeText(const query::ValuesPagesRow& row)
{
    return row.offset == 0
               ? tr("the first %1").arg(data::bytesText(row.bytes))
               : tr("%2 from %1 on").arg(data::bytesText(row.offset), data::bytesText(row.bytes));
}

QString PagesChart::textAt(QPoint position) const
{
    QString text = instantText(position);
    const int place = rowAt(position.y());
    if (place < 0) {
        return text;
    }
    const query::ValuesPagesRow& row = rows()[static_cast<std::size_t>(place)];
    const PageLook* look = findPageLook(stateAt(position));
    return text + QStringLiteral("   ") + QString::fromStdString(row.object) + QStringLiteral(" › ")
           + rangeText(row) + QStringLiteral(" · ")
           + (look != nullptr ? look->text() : tr("untouched"));
}

QString PagesChart::tipAt(QPoint position) const
{
    const int place = rowAt(position.y());
    if (place < 0) {
        return {};
    }
    const query::ValuesPagesRow& row = rows()[static_cast<std::size_t>(place)];
    QStringList lines = {
        data::cut(QString::fromStdString(row.object), 300),
        QString::fromStdString(row.where),
        rangeText(row),
        tr("%1 in this window, %2 of them changed nothing")
            .arg(
                data::counted(row.writes, tr("write of a page"), tr("writes of pages")),
                data::grouped(row.unchanged)),
        row.sharing == query::ValuesSharingClass::FalseShared
            ? tr("falsely shared: threads write beside each other")
        : row.sharing == query::ValuesSharingClass::TrueShared
            ? tr("shared: what one thread writes another touches")
            : QString()};
    lines.removeAll(QString());
    return lines.join(QLatin1Char('\n'));
}

QString PagesChart::word() const
{
    const bool hasNone = rows().empty() && exactness() == models::Exactness::Exact;
    return hasNone ? tr("No page is known to be written or shared in this window. vellum-record "
                        "--values=coarse records pages.")
                   : QString();
}

}  // namespace vellum::gui::charts
