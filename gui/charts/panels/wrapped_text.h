#pragma once

#include <QTextEdit>

namespace vellum::gui::charts {

/// Text that can be copied and is as high as it must be: it wraps at words, and inside of words that are
/// wider than there is room, as names with template arguments are. Nothing scrolls in it. Of long text the first
/// lines are shown, with dots behind them and all of it as a tip; a click, or Return, shows the others too.
class WrappedText : public QTextEdit {
    Q_OBJECT

public:
    /// \param ink  a role, not a colour: it follows the theme
    explicit WrappedText(
        const QString& text, QPalette::ColorRole ink = QPalette::Text, QWidget* parent = nullptr);

    /// All of it, whatever is shown.
    [[nodiscard]] const QString& wholeText() const { return m_whole; }
    /// Whether lines are left out.
    [[nodiscard]] bool isCut() const { return toPlainText() != m_whole; }
    void copyWhole() const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    static constexpr int kFirstLines = 4;

    /// What the first lines hold, and how many there are: at most \p most.
    struct Lines {
        int count = 0;
        qsizetype length = 0;  ///< letters in them
    };
    [[nodiscard]] Lines linesOf(int width, int most) const;
    void fit();
    void toggle();
    void takeInk();

    QString m_whole;
    QPalette::ColorRole m_ink;
    bool m_showsAll = false;
};

}  // namespace vellum::gui::charts
