#include "gui/charts/panels/wrapped_text.h"

#include <QEvent>
#include <QFontMetrics>
#include <QTextCharFormat>
#include <QTextCursor>
#include <QTextLayout>
#include <QTextOption>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace vellum::gui::charts {

WrappedText::WrappedText(const QString& text, QPalette::ColorRole ink, QWidget* parent)
    : QTextEdit(parent)
    , m_ink(ink)
{
    setReadOnly(true);
    setUndoRedoEnabled(false);
    setAcceptRichText(false);
    setFrameStyle(NoFrame);
    setTabChangesFocus(true);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    document()->setDocumentMargin(0);
    setPlainText(text);
    viewport()->setAutoFillBackground(false);  // the ground is that of what it stands on
    takeInk();
}

void WrappedText::takeInk()
{
    if (m_ink != QPalette::Text) {
        QTextCursor all(document());
        all.select(QTextCursor::Document);
        QTextCharFormat format;
        format.setForeground(palette().color(m_ink));
        all.mergeCharFormat(format);
    }
}

void WrappedText::changeEvent(QEvent* event)
{
    QTextEdit::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        updateGeometry();
    } else if (event->type() == QEvent::PaletteChange) {
        takeInk();
    }
}

/// Where all of it is shown, the wheel is for what it stands on.
void WrappedText::wheelEvent(QWheelEvent* event)
{
    if (heightForWidth(width()) >= kMostLines * QFontMetrics(font()).lineSpacing()) {
        QTextEdit::wheelEvent(event);
    } else {
        event->ignore();
    }
}

int WrappedText::heightForWidth(int width) const
{
    const QFontMetrics metrics(font());
    int lines = 0;
    const QStringList paragraphs = toPlainText().split(QLatin1Char('\n'));
    for (const QString& paragraph : paragraphs) {
        QTextLayout layout(paragraph, font());
        layout.setTextOption(document()->defaultTextOption());
        layout.beginLayout();
        for (QTextLine line = layout.createLine(); line.isValid() && lines < kMostLines;
             line = layout.createLine()) {
            line.setLineWidth(std::max(1, width));
            ++lines;
        }
        layout.endLayout();
    }
    return std::clamp(lines, 1, kMostLines) * metrics.lineSpacing() + 1;
}

QSize WrappedText::sizeHint() const
{
    constexpr int kUsualWidth = 200;
    return {kUsualWidth, heightForWidth(kUsualWidth)};
}

QSize WrappedText::minimumSizeHint() const
{
    const QFontMetrics metrics(font());
    return {metrics.averageCharWidth() * 4, metrics.lineSpacing()};
}

}  // namespace vellum::gui::charts
