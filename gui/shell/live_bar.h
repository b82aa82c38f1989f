#pragma once

#include <QString>
#include <QWidget>

class QLabel;
class QPushButton;

namespace vellum::gui::shell {

class LiveWatch;

/// The line above the charts of a live run: how far it is, as words, a sign and a colour, Pause, and Stop.
class LiveBar : public QWidget {
    Q_OBJECT

public:
    explicit LiveBar(LiveWatch& watch, QWidget* parent = nullptr);

    [[nodiscard]] QString sentence() const;
    [[nodiscard]] QPushButton& pauseButton() { return *m_pause; }
    [[nodiscard]] QPushButton& stopButton() { return *m_stop; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void update();

    LiveWatch& m_watch;
    QLabel* m_text;
    QPushButton* m_pause;
    QPushButton* m_stop;
};

}  // namespace vellum::gui::shell
