#pragma once

#include <QWidget>

namespace vellum::gui::shell {

/// One line of a time and the call path there. Where it is too long, the path loses its beginning: its
/// end is the function that was asked for.
class PathText : public QWidget {
    Q_OBJECT

public:
    explicit PathText(QWidget* parent = nullptr);

    /// \p text: the time, three spaces, the path.
    void setText(const QString& text);
    [[nodiscard]] QString text() const { return m_text; }
    /// What there is room for.
    [[nodiscard]] QString shownText() const;

    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_text;
};

}  // namespace vellum::gui::shell
