#include "gui/shell/trace_tab.h"

#include "gui/data/wording.h"
#include "gui/models/loaded_part.h"
#include "gui/shell/curtain.h"
#include "gui/shell/filter_bar.h"
#include "gui/shell/live_bar.h"
#include "gui/shell/live_watch.h"
#include "gui/shell/report_maker.h"
#include "gui/shell/view_handover.h"

#include <QApplication>
#include <QLocale>
#include <QVBoxLayout>

#include <utility>

namespace vellum::gui::shell {

TraceTab::TraceTab(
    data::DataSource& source, query::TraceSelection selection, Live live, QWidget* parent)
    : QWidget(parent)
    , m_source(source)
    , m_selection(std::move(selection))
    , m_pages(new QStackedWidget)
    , m_notice(new NoticeBar)
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_notice);
    layout->addWidget(m_pages, 1);
    connect(
        &source,
        &data::DataSource::openProgress,
        this,
        [this](data::RequestId id, const data::OpenProgress& progress) {
            if (id == m_request && m_loading != nullptr) {
                m_loading->setProgress(progress);
            }
        });
    connect(&source, &data::DataSource::opened, this, &TraceTab::onOpened);
    if (live == Live::Follow) {
        followLive();
    }
    load();
}

void TraceTab::followLive()
{
    const auto name =
        m_selection.isPlain() ? query::liveNameOfPath(m_selection.paths.front()) : std::nullopt;
    if (!name) {
        return;
    }
    // A report that is being made holds the view.
    const auto mayReplace = [this] {
        return m_view == nullptr || m_view->findChild<ReportMaker*>() == nullptr;
    };
    m_live = new LiveWatch(m_source, *name, mayReplace, this);
    auto* bar = new LiveBar(*m_live);
    static_cast<QVBoxLayout*>(layout())->insertWidget(1, bar);
    connect(m_live, &LiveWatch::archiveWanted, this, [this] {
        if (m_view != nullptr) {
            reload();
        } else if (m_loading != nullptr && m_request == 0) {
            m_request = m_source.open(m_selection);
        }
    });
    connect(m_live, &LiveWatch::unknown, this, [this](const Error& error) {
        if (m_view == nullptr && m_request == 0 && !m_failure) {
            showFailure(error);
        }
    });
}

TraceTab::~TraceTab()
{
    if (m_reload != 0) {
        closeWhenOpened(m_reload);
        m_source.cancel(m_reload);
    }
    if (m_request != 0) {
        closeWhenOpened(m_request);
        m_source.cancel(m_request);
    }
    if (m_view != nullptr) {
        const data::TraceId id = m_view->trace().id;
        delete m_view;  // before the trace is closed: it may still be asking
        m_source.close(id);
    }
}

/// A cancelled trace is opened all the same, with what was read: nobody would have it.
void TraceTab::closeWhenOpened(data::RequestId request)
{
    auto connection = std::make_shared<QMetaObject::Connection>();
    *connection = connect(
        &m_source,
        &data::DataSource::opened,
        &m_source,
        [source = &m_source, request, connection](
            data::RequestId id, const std::shared_ptr<const data::Trace>& trace) {
            if (id == request) {
                disconnect(*connection);
                if (trace) {
                    source->close(trace->id);
                }
            }
        });
}

QString TraceTab::title() const
{
    const std::size_t others = m_selection.paths.size() - 1;
    const QString first = titleOf(QString::fromStdString(m_selection.paths.front()));
    return others == 0 ? first : tr("%1 and %2 more").arg(first).arg(others);
}

QString TraceTab::titleOf(const QString& path)
{
    return data::traceTitle(path);
}

void TraceTab::showPage(QWidget* page)
{
    QWidget* old = m_pages->currentWidget();
    m_pages->addWidget(page);
    m_pages->setCurrentWidget(page);
    setFocusProxy(page);
    if (old != nullptr) {
        m_pages->removeWidget(old);
        old->deleteLater();
    }
}

void TraceTab::load()
{
    m_failure.reset();
    m_loading = new LoadingPage(title(), path());
    connect(m_loading, &LoadingPage::cancelRequested, this, &TraceTab::cancelLoading);
    showPage(m_loading);
    if (m_live != nullptr) {
        m_live->begin();  // nothing may have come yet
    } else {
        m_request = m_source.open(m_selection);
    }
}

void TraceTab::reload()
{
    if (m_view != nullptr && m_reload == 0) {
        m_reload = m_source.open(m_selection);
    }
}

void TraceTab::showFailure(const Error& error)
{
    m_loading = nullptr;
    m_failure = error;
    auto* page = new FailurePage(title(), error);
    connect(page, &FailurePage::retryRequested, this, &TraceTab::retryRequested);
    showPage(page);
    emit failed();
}

/// What can wait a second is not done under the user's hands.
void TraceTab::hangCurtain()
{
    delete m_curtain.data();
    m_curtain = new Curtain(*m_view, *m_pages);
}

void TraceTab::makeView(const std::shared_ptr<const data::Trace>& trace)
{
    m_view = new TraceView(m_source, trace);
    m_view->frame().setTraceName(title());
    m_filters = new FilterBar(m_view->history(), trace->definitions, m_view);
    auto* column = static_cast<QVBoxLayout*>(layout());
    column->insertWidget(column->indexOf(m_pages), m_filters);
    m_view->chart().setLoadedPart(
        models::loadedPartOf(trace->info, m_selection.window, trace->definitions->clock));
}

void TraceTab::replaceView(const std::shared_ptr<const data::Trace>& trace)
{
    TraceView* const before = m_view;
    const bool hadFocus = before->isAncestorOf(QApplication::focusWidget());
    hangCurtain();
    emit aboutToReplace(before);
    delete m_filters;
    makeView(trace);
    handOver(*before, *m_view);
    showPage(m_view);
    emit replaced();
    const data::TraceId id = before->trace().id;
    delete before;  // before the trace is closed: it may still be asking
    m_source.close(id);
    if (hadFocus) {
        m_view->chart().setFocus();
    }
    if (m_curtain != nullptr) {
        static_cast<Curtain*>(m_curtain.data())->liftOver(*m_view);
    }
}

void TraceTab::cancelLoading()
{
    if (m_request != 0) {
        m_source.cancel(m_request);
    } else if (m_live != nullptr && m_loading != nullptr) {
        m_live->hold();
        showFailure(
            {ErrorKind::Cancelled,
             tr("Nothing of the run had come when waiting was cancelled").toStdString()});
    }
}

void TraceTab::onOpened(
    data::RequestId id, const std::shared_ptr<const data::Trace>& trace, const Error& error)
{
    if (id == m_reload && id != 0) {
        m_reload = 0;
        onReloaded(trace, error);
        return;
    }
    if (id != m_request || id == 0) {
        return;
    }
    m_request = 0;
    if (!trace) {
        showFailure(error);
        return;
    }
    m_loading = nullptr;
    makeView(trace);
    showPage(m_view);
    showPartialNotice(*trace);
    if (m_live != nullptr) {
        m_live->answered(LiveWatch::Outcome::Shown);
    }
    emit opened();
}

void TraceTab::onReloaded(const std::shared_ptr<const data::Trace>& trace, const Error& error)
{
    if (!trace) {
        m_notice->show(QString::fromStdString(error.message), {}, false);
        m_live->answered(LiveWatch::Outcome::Failed);
    } else if (!m_live->mayShow()) {
        m_source.close(trace->id);
        m_live->answered(LiveWatch::Outcome::Later);
    } else {
        replaceView(trace);
        m_live->answered(LiveWatch::Outcome::Shown);
    }
}

void TraceTab::onRestored()
{
    if (m_view == nullptr) {
        return;
    }
    if (m_view->trace().info.complete) {
        m_notice->hide();
    } else {
        m_notice->show(
            tr("The server has read the whole trace this time; shown is the part that had been "
               "read when loading was cancelled. Open the trace again to see all of it."),
            {},
            false);
    }
    m_view->refresh();
}

void TraceTab::showPartialNotice(const data::Trace& trace)
{
    if (trace.info.complete) {
        return;
    }
    // No share: how much there would have been is known only at the end.
    m_notice->show(
        tr("Loading was cancelled: of each row what had been read is shown, %1 events in all.")
            .arg(QLocale(QLocale::English).toString(static_cast<qulonglong>(trace.info.events))),
        {},
        false);
}

}  // namespace vellum::gui::shell
