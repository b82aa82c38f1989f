#include "gui/charts/panels/wrapped_text.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QEvent>
#include <QFontMetrics>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QTextCharFormat>
#include <QTextCursor>
#include <QTextLayout>
#include <QTextOption>
#include <QWheelEvent>

#include <algorithm>
#include <limits>
#include <memory>

namespace vellum::gui::charts {

WrappedText::WrappedText(const QString& text, QPalette::ColorRole ink, QWidget* parent)
    : QTextEdit(parent)
    , m_whole(text)
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
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    // Not a fixed height: a layout would take the one of sizeHint, whose width is another.
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
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
        fit();
        updateGeometry();
    } else if (event->type() == QEvent::PaletteChange) {
        takeInk();
    }
}

void WrappedText::resizeEvent(QResizeEvent* event)
{
    QTextEdit::resizeEvent(event);
    fit();
}

// ---- What is shown --------------------------------------------------------------------------

WrappedText::Lines WrappedText::linesOf(int width, int most) const
{
    Lines lines;
    qsizetype begin = 0;
    for (const QString& paragraph : m_whole.split(QLatin1Char('\n'))) {
        QTextLayout layout(paragraph, font());
        layout.setTextOption(document()->defaultTextOption());
        layout.beginLayout();
        for (QTextLine line = layout.createLine(); line.isValid() && lines.count < most;
             line = layout.createLine()) {
            line.setLineWidth(std::max(1, width));
            ++lines.count;
            lines.length = begin + line.textStart() + line.textLength();
        }
        layout.endLayout();
        begin += paragraph.size() + 1;
    }
    return lines;
}

void WrappedText::fit()
{
    constexpr qsizetype kRoomForDots = 3;  // letters, some of which are narrow
    constexpr qsizetype kLongestTip = 2'000;
    const Lines first = linesOf(viewport()->width(), kFirstLines);
    const bool isCut = !m_showsAll && first.length < m_whole.size();
    const QString shown =
        isCut ? m_whole.left(std::max<qsizetype>(1, first.length - kRoomForDots)).trimmed()
                    + QStringLiteral("…")
              : m_whole;
    if (shown != toPlainText()) {
        setPlainText(shown);
        takeInk();
    }
    setToolTip(
        isCut ? QStringLiteral("<p>%1</p><p>%2</p>")
                    .arg(
                        m_whole.left(kLongestTip).toHtmlEscaped(),
                        tr("Click: show all of it").toHtmlEscaped())
              : QString());
}

void WrappedText::toggle()
{
    if (isCut() || m_showsAll) {
        m_showsAll = !m_showsAll;
        fit();
        updateGeometry();
    }
}

void WrappedText::copyWhole() const
{
    QGuiApplication::clipboard()->setText(m_whole);
}

// ---- Gestures -------------------------------------------------------------------------------

void WrappedText::keyPressEvent(QKeyEvent* event)
{
    const bool isReturn = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (event->matches(QKeySequence::Copy) && !textCursor().hasSelection()) {
        copyWhole();
    } else if (isReturn && (isCut() || m_showsAll)) {
        toggle();
    } else {
        QTextEdit::keyPressEvent(event);
    }
}

void WrappedText::mouseReleaseEvent(QMouseEvent* event)
{
    QTextEdit::mouseReleaseEvent(event);
    if (event->button() == Qt::LeftButton && !textCursor().hasSelection()) {
        toggle();
    }
}

void WrappedText::contextMenuEvent(QContextMenuEvent* event)
{
    const std::unique_ptr<QMenu> menu(createStandardContextMenu());
    menu->addSeparator();
    menu->addAction(tr("Copy all of &it"), this, [this] { copyWhole(); });
    if (isCut() || m_showsAll) {
        menu->addAction(
            m_showsAll ? tr("Show &less") : tr("Show &all of it"), this, [this] { toggle(); });
    }
    menu->exec(event->globalPos());
}

/// The wheel is for what it stands on.
void WrappedText::wheelEvent(QWheelEvent* event)
{
    event->ignore();
}

// ---- Size -----------------------------------------------------------------------------------

int WrappedText::heightForWidth(int width) const
{
    const int most = m_showsAll ? std::numeric_limits<int>::max() : kFirstLines;
    return std::max(1, linesOf(width, most).count) * QFontMetrics(font()).lineSpacing() + 1;
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
