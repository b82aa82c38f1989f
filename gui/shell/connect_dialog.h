#pragma once

#include "gui/data/data_source.h"

#include <QDialog>

#include <functional>
#include <memory>

class QLabel;
class QLineEdit;
class QPushButton;

namespace vellum::gui::shell {

/// Asks for a server and tries it before it goes away: what is wrong is said beside what was typed.
class ConnectDialog : public QDialog {
    Q_OBJECT

public:
    using SourceFactory =
        std::function<std::unique_ptr<data::DataSource>(const QString& connectTo)>;

    explicit ConnectDialog(SourceFactory makeSource, QWidget* parent = nullptr);
    ~ConnectDialog() override;

    /// As if it had been typed and Enter pressed.
    void tryServer(const QString& url);
    /// What went wrong; empty if nothing did.
    [[nodiscard]] QString errorText() const;

signals:
    void serverFound(const QString& url);

private:
    void connectNow();
    void onFound();
    void onLost(const Error& reason);

    SourceFactory m_makeSource;
    std::unique_ptr<data::DataSource> m_source;  ///< the one that is tried
    QLineEdit* m_edit;
    QLabel* m_error;
    QPushButton* m_connect;
};

}  // namespace vellum::gui::shell
