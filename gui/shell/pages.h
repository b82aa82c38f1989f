#pragma once

#include "gui/data/data_source.h"

#include <QElapsedTimer>
#include <QWidget>

class QLabel;
class QProgressBar;
class QPushButton;
class QVBoxLayout;

namespace vellum::gui::shell {

/// What the window shows without a trace: what can be opened, and how one is made.
class StartPage : public QWidget {
    Q_OBJECT

public:
    explicit StartPage(QWidget* parent = nullptr);

    void setRecent(const QStringList& paths);

signals:
    void openRequested();
    void openFolderRequested();
    void connectRequested();
    void recordHelpRequested();
    void pathRequested(const QString& path);

private:
    QVBoxLayout* m_recent;
};

/// What a tab shows while its trace is read: how far it is, and a way to stop.
class LoadingPage : public QWidget {
    Q_OBJECT

public:
    LoadingPage(const QString& title, const QString& path, QWidget* parent = nullptr);

    void setProgress(const data::OpenProgress& progress);

signals:
    void cancelRequested();

private:
    QLabel* m_figures;
    QProgressBar* m_bar;
    QPushButton* m_cancel;
};

/// What a tab shows when its trace could not be opened: the sentence and one button.
class FailurePage : public QWidget {
    Q_OBJECT

public:
    FailurePage(const QString& title, const Error& error, QWidget* parent = nullptr);

    [[nodiscard]] QString sentence() const { return m_sentence; }

signals:
    void retryRequested();

private:
    QString m_sentence;
};

/// A line above the charts for what the user has to know and can act on.
class NoticeBar : public QWidget {
    Q_OBJECT

public:
    explicit NoticeBar(QWidget* parent = nullptr);

    /// \p action is the text of the button; empty for none; only then it can be closed.
    void show(const QString& sentence, const QString& action, bool isError);
    [[nodiscard]] QString sentence() const;
    [[nodiscard]] QPushButton* actionButton() const { return m_action; }

signals:
    void actionRequested();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QLabel* m_text;
    QPushButton* m_action;
    QPushButton* m_close;
    bool m_isError = false;
};

}  // namespace vellum::gui::shell
