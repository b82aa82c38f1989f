#include "gui/shell/curtain.h"

#include "gui/shell/trace_view.h"

#include <QPainter>
#include <QTimer>

namespace vellum::gui::shell {

Curtain::Curtain(QWidget& before, QWidget& place)
    : QWidget(place.parentWidget())
    , m_picture(before.grab())
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setGeometry(place.geometry());
    show();
    raise();
}

void Curtain::liftOver(TraceView& view)
{
    constexpr int kLongestMs = 2'000;
    const auto lift = [this, seen = &view] {
        if (seen->exactness() != models::Exactness::Refining) {
            deleteLater();
        }
    };
    connect(&view, &TraceView::exactnessChanged, this, lift);
    auto* patience = new QTimer(this);
    patience->setSingleShot(true);
    connect(patience, &QTimer::timeout, this, &QObject::deleteLater);
    patience->start(kLongestMs);
}

void Curtain::paintEvent(QPaintEvent* /*event*/)
{
    QPainter(this).drawPixmap(0, 0, m_picture);
}

}  // namespace vellum::gui::shell
