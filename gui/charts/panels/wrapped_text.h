#pragma once

#include <QTextEdit>

namespace vellum::gui::charts {

/// Text that can be copied and is as high as it must be: it wraps at words, and inside of words that are
/// wider than there is room, as names with template arguments are. Of very long text the first lines are
/// shown, the others scroll.
class WrappedText : public QTextEdit {
    Q_OBJECT

public:
    /// \param ink  a role, not a colour: it follows the theme
    explicit WrappedText(
        const QString& text, QPalette::ColorRole ink = QPalette::Text, QWidget* parent = nullptr);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;

protected:
    void changeEvent(QEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    static constexpr int kMostLines = 12;

    void takeInk();

    QPalette::ColorRole m_ink;
};

}  // namespace vellum::gui::charts
