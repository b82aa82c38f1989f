#include "gui/shell/trace_tab.h"

#include "gui/data/wording.h"
#include "gui/models/loaded_part.h"
#include "gui/shell/filter_bar.h"

#include <QLocale>
#include <QVBoxLayout>

#include <utility>

namespace vellum::gui::shell {

TraceTab::TraceTab(data::DataSource& source, query::TraceSelection selection, QWidget* parent)
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
    load();
}

TraceTab::~TraceTab()
{
    if (m_request != 0) {
        closeWhenOpened();
        m_source.cancel(m_request);
    }
    if (m_view != nullptr) {
        const data::TraceId id = m_view->trace().id;
        delete m_view;  // before the trace is closed: it may still be asking
        m_source.close(id);
    }
}

/// A cancelled trace is opened all the same, with what was read: nobody would have it.
void TraceTab::closeWhenOpened()
{
    auto connection = std::make_shared<QMetaObject::Connection>();
    *connection = connect(
        &m_source,
        &data::DataSource::opened,
        &m_source,
        [source = &m_source, request = m_request, connection](
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
    m_request = m_source.open(m_selection);
}

void TraceTab::cancelLoading()
{
    if (m_request != 0) {
        m_source.cancel(m_request);
    }
}

void TraceTab::onOpened(
    data::RequestId id, const std::shared_ptr<const data::Trace>& trace, const Error& error)
{
    if (id != m_request || id == 0) {
        return;
    }
    m_request = 0;
    m_loading = nullptr;
    if (!trace) {
        m_failure = error;
        auto* page = new FailurePage(title(), error);
        connect(page, &FailurePage::retryRequested, this, &TraceTab::retryRequested);
        showPage(page);
        emit failed();
        return;
    }
    m_view = new TraceView(m_source, trace);
    m_view->frame().setTraceName(title());
    auto* filters = new FilterBar(m_view->history(), trace->definitions, m_view);
    static_cast<QVBoxLayout*>(layout())->insertWidget(1, filters);
    m_view->chart().setLoadedPart(
        models::loadedPartOf(trace->info, m_selection.window, trace->definitions->clock));
    showPage(m_view);
    showPartialNotice(*trace);
    emit opened();
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
