#include "gui/charts/distributions/distribution_canvas.h"

#include "common/base/number_text.h"
#include "common/time/clock_properties.h"
#include "gui/data/wording.h"
#include "gui/theme/theme.h"

#include <QContextMenuEvent>
#include <QFontMetricsF>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>
#include <utility>

namespace vellum::gui::charts {

using compare::Distribution;
using compare::DurationBin;

namespace {

constexpr int kLeft = 64;  ///< for shares
constexpr int kRight = 24;
constexpr int kAbove = 22;           ///< for the medians' words
constexpr int kBelow = 26;           ///< for durations
constexpr double kLeastMarkPx = 60;  ///< from one duration that is written to the next
constexpr int kShareMarks = 4;
constexpr int kAreaOpacity = 70;  ///< of 255

QString durationText(double ns)
{
    return data::text(formatDuration(static_cast<std::int64_t>(std::llround(ns)), {}));
}

QString shareText(double share)
{
    return std::isnan(share) ? QStringLiteral("–") : data::text(percentText(share));
}

QColor tintOf(const QString& letter)
{
    const auto& colors = theme::currentTheme().series;
    const int number = letter.isEmpty() ? 0 : letter.front().unicode() - u'A';
    return colors[static_cast<std::size_t>(std::max(0, number)) % colors.size()];
}

}  // namespace

DistributionCanvas::DistributionCanvas(QWidget* parent) : QAbstractScrollArea(parent)
{
    setFrameShape(QFrame::NoFrame);
    QAbstractScrollArea::setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setMouseTracking(true);
    setAccessibleName(tr("How long visits take in both"));
}

void DistributionCanvas::setDistribution(std::shared_ptr<const Distribution> distribution)
{
    if (distribution != m_distribution) {
        m_distribution = std::move(distribution);
        m_cursor.reset();
        viewport()->update();
    }
}

void DistributionCanvas::setShows(Shows shows)
{
    if (shows != m_shows) {
        m_shows = shows;
        viewport()->update();
    }
}

void DistributionCanvas::setLetters(const QString& a, const QString& b)
{
    m_a = a;
    m_b = b;
    viewport()->update();
}

void DistributionCanvas::setEmptyText(const QString& text)
{
    m_emptyText = text;
    viewport()->update();
}

// ---- Where things stand ----------------------------------------------------------------------

QRectF DistributionCanvas::area() const
{
    return QRectF(viewport()->rect()).adjusted(kLeft, kAbove, -kRight, -kBelow);
}

double DistributionCanvas::xOf(double ns) const
{
    const auto& rows = m_distribution->rows;
    const double first = std::log(rows.front().low);
    const double last = std::log(rows.back().high);
    return area().left() + area().width() * (std::log(ns) - first) / (last - first);
}

double DistributionCanvas::greatestShare() const
{
    if (m_shows == Shows::Shorter) {
        return 1;
    }
    double greatest = 0;
    for (const DurationBin& bin : m_distribution->rows) {
        greatest = std::fmax(greatest, std::fmax(bin.shareA, bin.shareB));
    }
    return greatest > 0 ? greatest : 1;
}

double DistributionCanvas::yOf(double share) const
{
    return area().bottom() - area().height() * share / greatestShare();
}

std::optional<std::size_t> DistributionCanvas::binAt(double x) const
{
    if (m_distribution == nullptr || m_distribution->rows.empty() || x < area().left()
        || x >= area().right()) {
        return std::nullopt;
    }
    const auto count = static_cast<double>(m_distribution->rows.size());
    const auto place = static_cast<std::size_t>(count * (x - area().left()) / area().width());
    return std::min(place, m_distribution->rows.size() - 1);
}

QString DistributionCanvas::textOf(std::size_t bin) const
{
    const DurationBin& of = m_distribution->rows[bin];
    return tr("%1 … %2: %3 of the visits in %4 (%5), ")
               .arg(
                   durationText(of.low),
                   durationText(of.high),
                   shareText(of.shareA),
                   m_a,
                   data::grouped(of.visitsA))
           + tr("%1 in %2 (%3); shorter than that: %4 in %5, %6 in %7")
                 .arg(
                     shareText(of.shareB),
                     m_b,
                     data::grouped(of.visitsB),
                     shareText(of.upToA),
                     m_a,
                     shareText(of.upToB),
                     m_b);
}

// ---- Painting --------------------------------------------------------------------------------

DistributionCanvas::Curve DistributionCanvas::curveOf(bool isB) const
{
    if (isB) {
        return {
            .share = &DurationBin::shareB,
            .upTo = &DurationBin::upToB,
            .median = m_distribution->medianB,
            .color = tintOf(m_b),
            .style = Qt::DashLine,
            .letter = m_b};
    }
    return {
        .share = &DurationBin::shareA,
        .upTo = &DurationBin::upToA,
        .median = m_distribution->medianA,
        .color = tintOf(m_a),
        .style = Qt::SolidLine,
        .letter = m_a};
}

void DistributionCanvas::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(viewport());
    const theme::Theme& theme = theme::currentTheme();
    painter.fillRect(viewport()->rect(), theme.panel);
    if (m_distribution == nullptr || m_distribution->rows.empty() || area().height() < 1) {
        painter.setPen(theme.mutedInk);
        painter.drawText(viewport()->rect(), Qt::AlignCenter | Qt::TextWordWrap, m_emptyText);
        return;
    }
    painter.setRenderHint(QPainter::Antialiasing);
    paintAxes(painter);
    if (m_cursor) {
        const DurationBin& bin = m_distribution->rows[*m_cursor];
        painter.fillRect(
            QRectF(QPointF(xOf(bin.low), area().top()), QPointF(xOf(bin.high), area().bottom())),
            theme.selection);
    }
    paintCurve(painter, curveOf(false), true);
    paintCurve(painter, curveOf(true), false);
    paintMedian(painter, curveOf(false), false);
    paintMedian(painter, curveOf(true), true);
}

/// Lines and words at powers of ten, and at shares that divide the height.
void DistributionCanvas::paintAxes(QPainter& painter) const
{
    const theme::Theme& theme = theme::currentTheme();
    const QRectF inside = area();
    const QFontMetricsF metrics(font());
    const auto line = [&](QPointF from, QPointF to) {
        painter.setPen(QPen(theme.line, 1));
        painter.drawLine(from, to);
        painter.setPen(theme.mutedInk);
    };
    for (int i = 0; i <= kShareMarks; ++i) {
        const double share = greatestShare() * i / kShareMarks;
        const double y = yOf(share);
        line({inside.left(), y}, {inside.right(), y});
        painter.drawText(
            QRectF(0, y - metrics.height() / 2, inside.left() - 6, metrics.height()),
            Qt::AlignRight | Qt::AlignVCenter,
            shareText(share));
    }
    const auto& rows = m_distribution->rows;
    double before = -kLeastMarkPx;
    for (const DurationBin& bin : rows) {
        const double x = xOf(bin.low);
        const double power = std::log10(bin.low);
        const bool isPower = std::abs(power - std::round(power)) < 1e-9;
        const bool hasPowers = std::log10(rows.back().high / rows.front().low) > 2;
        if ((hasPowers && !isPower) || x - before < kLeastMarkPx) {
            continue;
        }
        before = x;
        line({x, inside.top()}, {x, inside.bottom() + 4});
        painter.drawText(
            QRectF(x - kLeastMarkPx, inside.bottom() + 4, 2 * kLeastMarkPx, metrics.height()),
            Qt::AlignHCenter | Qt::AlignTop,
            durationText(bin.low));
    }
}

void DistributionCanvas::paintCurve(QPainter& painter, const Curve& curve, bool isFilled) const
{
    const auto& rows = m_distribution->rows;
    if (std::isnan(rows.front().*curve.share)) {
        return;  // it has no visits
    }
    const bool isHistogram = m_shows == Shows::Histogram;
    QPainterPath path(QPointF(xOf(rows.front().low), yOf(0)));
    for (const DurationBin& bin : rows) {
        if (isHistogram) {
            path.lineTo(xOf(bin.low), yOf(bin.*curve.share));
            path.lineTo(xOf(bin.high), yOf(bin.*curve.share));
        } else {
            path.lineTo(xOf(bin.high), yOf(bin.*curve.upTo));
        }
    }
    if (isHistogram) {
        path.lineTo(xOf(rows.back().high), yOf(0));
    }
    if (isFilled) {
        QPainterPath filled = path;
        filled.lineTo(xOf(rows.back().high), yOf(0));
        QColor color = curve.color;
        color.setAlpha(kAreaOpacity);
        painter.fillPath(filled, color);
    }
    painter.setPen(QPen(curve.color, 2, curve.style, Qt::FlatCap, Qt::MiterJoin));
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(path);
}

/// Its words stand above: of the shorter median left of it, of the longer one right.
void DistributionCanvas::paintMedian(QPainter& painter, const Curve& curve, bool isB) const
{
    if (std::isnan(curve.median)) {
        return;
    }
    const double x = xOf(curve.median);
    const double other = isB ? m_distribution->medianA : m_distribution->medianB;
    const bool isLeft = isB ? curve.median < other : curve.median <= other;
    painter.setPen(QPen(curve.color, 1.5, curve.style, Qt::FlatCap));
    painter.drawLine(QPointF(x, area().top() - 4), QPointF(x, area().bottom()));
    painter.setPen(theme::currentTheme().ink);
    const QString words = tr("median %1: %2").arg(curve.letter, durationText(curve.median));
    const double width = QFontMetricsF(font()).horizontalAdvance(words) + 8;
    const double begin =
        std::clamp(isLeft ? x - width : x, 0.0, std::max(0.0, viewport()->width() - width));
    painter.drawText(
        QRectF(begin + 4, 0, width, kAbove - 4), Qt::AlignLeft | Qt::AlignVCenter, words);
}

// ---- Mouse and keys --------------------------------------------------------------------------

void DistributionCanvas::mouseMoveEvent(QMouseEvent* event)
{
    const auto bin = binAt(event->position().x());
    emit hovered(bin ? textOf(*bin) : QString());
}

void DistributionCanvas::mousePressEvent(QMouseEvent* event)
{
    const auto bin = binAt(event->position().x());
    if (event->button() == Qt::LeftButton && bin) {
        setCursorAt(*bin);
    }
}

void DistributionCanvas::contextMenuEvent(QContextMenuEvent* event)
{
    emit menuWanted(event->globalPos());
}

bool DistributionCanvas::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::Leave) {
        emit hovered(QString());
    }
    return QAbstractScrollArea::viewportEvent(event);
}

void DistributionCanvas::setCursorAt(std::size_t bin)
{
    m_cursor = bin;
    emit hovered(textOf(bin));
    viewport()->update();
}

void DistributionCanvas::keyPressEvent(QKeyEvent* event)
{
    const bool hasBins = m_distribution != nullptr && !m_distribution->rows.empty();
    const std::size_t last = hasBins ? m_distribution->rows.size() - 1 : 0;
    const bool isMove = event->key() == Qt::Key_Left || event->key() == Qt::Key_Right
                        || event->key() == Qt::Key_Home || event->key() == Qt::Key_End;
    if (event->key() == Qt::Key_Space) {
        setShows(m_shows == Shows::Histogram ? Shows::Shorter : Shows::Histogram);
        emit showsChanged();
        return;
    }
    if (!isMove || !hasBins) {
        QAbstractScrollArea::keyPressEvent(event);
        return;
    }
    switch (event->key()) {
    case Qt::Key_Left:
        setCursorAt(m_cursor && *m_cursor > 0 ? *m_cursor - 1 : 0);
        break;
    case Qt::Key_Right:
        setCursorAt(m_cursor ? std::min(*m_cursor + 1, last) : 0);
        break;
    case Qt::Key_End:
        setCursorAt(last);
        break;
    default:
        setCursorAt(0);
        break;
    }
}

}  // namespace vellum::gui::charts
