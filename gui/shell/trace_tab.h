#pragma once

#include "gui/shell/pages.h"
#include "gui/shell/trace_view.h"

#include <QStackedWidget>

#include <memory>
#include <optional>

namespace vellum::gui::shell {

/// One tab of the window: a trace that is being read, has been, or could not be.
class TraceTab : public QWidget {
    Q_OBJECT

public:
    TraceTab(data::DataSource& source, query::TraceSelection selection, QWidget* parent = nullptr);
    ~TraceTab() override;

    [[nodiscard]] const query::TraceSelection& selection() const { return m_selection; }
    [[nodiscard]] QString path() const { return QString::fromStdString(m_selection.name()); }
    [[nodiscard]] QString title() const;
    /// The name of a trace for people: of the file, or of the folder where that says more.
    [[nodiscard]] static QString titleOf(const QString& path);
    /// Null until the trace is open.
    [[nodiscard]] TraceView* view() const { return m_view; }
    [[nodiscard]] NoticeBar& notice() { return *m_notice; }
    /// Why the trace could not be opened, if so.
    [[nodiscard]] const std::optional<Error>& failure() const { return m_failure; }
    [[nodiscard]] bool isLoading() const { return m_request != 0; }

    /// Takes opening back; what was read is kept.
    void cancelLoading();
    void load();

    /// After the server came back: takes the notice away, asks for everything again.
    void onRestored();

signals:
    void opened();  ///< `view()` is there
    void failed();
    void retryRequested();  ///< of the failure page; answered by `load()`

private:
    void closeWhenOpened();
    void onOpened(
        data::RequestId id, const std::shared_ptr<const data::Trace>& trace, const Error& error);
    void showPage(QWidget* page);
    void showPartialNotice(const data::Trace& trace);

    data::DataSource& m_source;
    query::TraceSelection m_selection;
    data::RequestId m_request = 0;
    QStackedWidget* m_pages;
    NoticeBar* m_notice;
    LoadingPage* m_loading = nullptr;
    TraceView* m_view = nullptr;
    std::optional<Error> m_failure;
};

}  // namespace vellum::gui::shell
