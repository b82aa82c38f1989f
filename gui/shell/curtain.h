#pragma once

#include <QPixmap>
#include <QWidget>

namespace vellum::gui::shell {

class TraceView;

/// A picture of a view, over the place where another one takes its place: until that one is exact, so that nothing flickers.
/// Keys and the mouse go through it.
class Curtain : public QWidget {
    Q_OBJECT

public:
    /// Over \p place, whose parent it becomes a child of.
    Curtain(QWidget& before, QWidget& place);

    /// Goes once \p view is exact, in two seconds at the latest.
    void liftOver(TraceView& view);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QPixmap m_picture;
};

}  // namespace vellum::gui::shell
