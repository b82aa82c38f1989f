#pragma once

#include "gui/shell/pages.h"
#include "gui/shell/trace_view.h"

#include <QPointer>
#include <QStackedWidget>

#include <memory>
#include <optional>

namespace vellum::gui::shell {

class FilterBar;
class LiveWatch;

/// One tab of the window: a trace that is being read, has been, or could not be.
class TraceTab : public QWidget {
    Q_OBJECT

public:
    /// Of a live run (`live:NAME`): the archive that is the newest now, or always the newest that there is.
    enum class Live { AsItIs, Follow };
    TraceTab(
        data::DataSource& source,
        query::TraceSelection selection,
        Live live = Live::AsItIs,
        QWidget* parent = nullptr);
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
    [[nodiscard]] bool isLoading() const { return m_loading != nullptr || m_reload != 0; }

    /// Takes opening back; what was read is kept.
    void cancelLoading();
    void load();
    /// Of a live run that it follows; null for other traces.
    [[nodiscard]] LiveWatch* live() const { return m_live; }

    /// After the server came back: takes the notice away, asks for everything again.
    void onRestored();

signals:
    void opened();  ///< `view()` is there
    /// `view()` is about to be another one.
    void aboutToReplace(vellum::gui::shell::TraceView* view);
    void replaced();
    void failed();
    void retryRequested();  ///< of the failure page; answered by `load()`

private:
    void closeWhenOpened(data::RequestId request);
    void showFailure(const Error& error);
    void onOpened(
        data::RequestId id, const std::shared_ptr<const data::Trace>& trace, const Error& error);
    void onReloaded(const std::shared_ptr<const data::Trace>& trace, const Error& error);
    void showPage(QWidget* page);
    void makeView(const std::shared_ptr<const data::Trace>& trace);
    void replaceView(const std::shared_ptr<const data::Trace>& trace);
    void hangCurtain();
    void followLive();
    /// Reads the newest archive while the one that is shown stays on the screen; then `replaced`.
    void reload();
    void showPartialNotice(const data::Trace& trace);

    data::DataSource& m_source;
    query::TraceSelection m_selection;
    data::RequestId m_request = 0;
    QStackedWidget* m_pages;
    NoticeBar* m_notice;
    LoadingPage* m_loading = nullptr;
    TraceView* m_view = nullptr;
    std::optional<Error> m_failure;
    FilterBar* m_filters = nullptr;
    data::RequestId m_reload = 0;
    LiveWatch* m_live = nullptr;
    QPointer<QWidget> m_curtain;
};

}  // namespace vellum::gui::shell
