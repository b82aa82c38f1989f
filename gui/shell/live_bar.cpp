#include "gui/shell/live_bar.h"

#include "gui/data/time_text.h"
#include "gui/data/wording.h"
#include "gui/shell/live_watch.h"
#include "gui/theme/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QPainter>
#include <QPolygonF>
#include <QPushButton>

#include <array>

namespace vellum::gui::shell {

using query::LivePhase;
using query::LiveState;

namespace {

constexpr int kSignPx = 10;
constexpr int kSignRoomPx = 30;  ///< left of the words

/// "1.2 M events".
QString eventsText(std::uint64_t events)
{
    constexpr double kThousand = 1'000;
    static constexpr std::array<const char*, 4> kUnits = {"", " k", " M", " G"};
    auto number = static_cast<double>(events);
    std::size_t unit = 0;
    while (number >= kThousand && unit + 1 < kUnits.size()) {
        number /= kThousand;
        ++unit;
    }
    const QLocale locale(QLocale::English);
    return LiveBar::tr("%1%2 events")
        .arg(
            unit == 0 ? locale.toString(static_cast<qulonglong>(events))
                      : locale.toString(number, 'f', number < 10 ? 1 : 0))
        .arg(QLatin1String(kUnits[unit]));
}

QString lengthText(const LiveState& state)
{
    return LiveBar::tr("%1 s").arg(
        QLocale(QLocale::English).toString(static_cast<double>(state.nanoseconds) / 1e9, 'f', 1));
}

QString sentenceOf(const LiveWatch& watch)
{
    const LiveState& state = watch.state();
    const QString soFar =
        LiveBar::tr("%1, %2").arg(lengthText(watch.shown()), eventsText(watch.shown().events));
    switch (state.phase) {
    case LivePhase::Recording:
        if (state.generation == 0) {
            return LiveBar::tr("live, nothing has come yet");
        }
        return watch.isPaused() ? LiveBar::tr("paused at %1; the recording goes on, %2 so far")
                                      .arg(lengthText(watch.shown()), lengthText(state))
                                : LiveBar::tr("live, %1").arg(soFar);
    case LivePhase::Stopping:
        return LiveBar::tr("the recording was told to stop; the program runs on: %1").arg(soFar);
    case LivePhase::Ended:
        return LiveBar::tr("the run has ended, %1. Its archive is %2")
            .arg(soFar, QString::fromStdString(state.archive));
    case LivePhase::Lost:
        return LiveBar::tr("the recorder is gone; shown is what had come, %1").arg(soFar);
    }
    return {};
}

/// A sign of its own for each phase, so that colour is not all that tells them apart.
void paintSign(QPainter& painter, const QRectF& place, const LiveWatch& watch)
{
    painter.setRenderHint(QPainter::Antialiasing);
    if (watch.isPaused() && watch.isRecorded()) {
        const double bar = place.width() / 3;
        painter.drawRect(QRectF(place.left(), place.top(), bar, place.height()));
        painter.drawRect(QRectF(place.right() - bar, place.top(), bar, place.height()));
        return;
    }
    switch (watch.state().phase) {
    case LivePhase::Recording:
        painter.drawEllipse(place);
        break;
    case LivePhase::Stopping:
    case LivePhase::Ended:
        painter.drawRect(place);
        break;
    case LivePhase::Lost:
        painter.drawPolygon(QPolygonF(
            {QPointF(place.center().x(), place.top()), place.bottomRight(), place.bottomLeft()}));
        break;
    }
}

QColor colorOf(const LiveWatch& watch)
{
    const theme::Theme& theme = theme::currentTheme();
    switch (watch.state().phase) {
    case LivePhase::Recording:
        return theme.good;
    case LivePhase::Stopping:
        return theme.refining;
    case LivePhase::Ended:
        return theme.mutedInk;
    case LivePhase::Lost:
        return theme.error;
    }
    return theme.ink;
}

}  // namespace

LiveBar::LiveBar(LiveWatch& watch, QWidget* parent)
    : QWidget(parent)
    , m_watch(watch)
    , m_text(new QLabel)
    , m_pause(new QPushButton(tr("Pause")))
    , m_stop(new QPushButton(tr("Stop recording")))
{
    auto* line = new QHBoxLayout(this);
    line->setContentsMargins(kSignRoomPx, 4, 12, 4);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    line->addWidget(m_text, 1);
    line->addWidget(m_pause);
    line->addWidget(m_stop);
    m_pause->setCheckable(true);
    m_pause->setToolTip(
        tr("The picture stands still; the recording goes on. Pressed again, it catches up."));
    m_stop->setToolTip(
        tr("Ends the recording here. The program runs on; its archive is written when it ends."));
    m_pause->setAccessibleDescription(m_pause->toolTip());
    m_stop->setAccessibleDescription(m_stop->toolTip());
    connect(m_pause, &QPushButton::toggled, &m_watch, &LiveWatch::setPaused);
    connect(m_stop, &QPushButton::clicked, &m_watch, &LiveWatch::stop);
    connect(&m_watch, &LiveWatch::changed, this, &LiveBar::update);
    update();
}

QString LiveBar::sentence() const
{
    return m_text->text();
}

void LiveBar::update()
{
    m_text->setText(sentenceOf(m_watch));
    m_text->setToolTip(QStringLiteral("<p>%1</p>").arg(m_text->text().toHtmlEscaped()));
    setAccessibleName(m_text->text());
    const bool isRecorded = m_watch.isRecorded();
    m_pause->setVisible(isRecorded || m_watch.isPaused());
    m_stop->setVisible(isRecorded);
    m_stop->setEnabled(m_watch.state().phase == LivePhase::Recording);
    QWidget::update();
}

void LiveBar::paintEvent(QPaintEvent* /*event*/)
{
    const theme::Theme& theme = theme::currentTheme();
    QPainter painter(this);
    QColor color = colorOf(m_watch);
    painter.fillRect(rect(), theme.window);
    painter.fillRect(0, height() - 1, width(), 1, theme.line);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    const double top = (height() - kSignPx) / 2.0;
    paintSign(painter, QRectF(12, top, kSignPx, kSignPx), m_watch);
}

}  // namespace vellum::gui::shell
