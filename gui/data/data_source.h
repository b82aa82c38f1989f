#pragma once

#include "common/base/error.h"
#include "common/query/answers.h"
#include "common/query/live_state.h"
#include "common/query/requests.h"
#include "common/query/trace_selection.h"
#include "common/trace/definitions.h"

#include <QObject>
#include <QString>

#include <cstdint>
#include <memory>
#include <utility>

namespace vellum::gui::data {

using RequestId = std::uint64_t;  ///< 0 is never given
using TraceId = std::uint64_t;

/// An opened trace as the GUI knows it. Immutable.
struct Trace {
    TraceId id = 0;
    QString path;                                    ///< as the server knows it
    std::shared_ptr<const Definitions> definitions;  ///< never null
    query::TraceInfo info;
};

struct OpenProgress {
    std::uint64_t bytesDone = 0;
    std::uint64_t bytesTotal = 0;  ///< 0 while unknown
    std::uint64_t locationsDone = 0;
    std::uint64_t locationsTotal = 0;
    std::uint64_t eventsRead = 0;
};

/// Where traces and answers come from: a server, or a fake in tests. The seam between the widgets
/// and the world.
///
/// Errors   Come with the signal that answers the request; never twice, never none.
/// Threads  GUI thread only. No function waits: answers come as signals, later, in any order.
class DataSource : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    /// Answered by `opened`; `openProgress` before that.
    virtual RequestId open(const query::TraceSelection& selection) = 0;
    virtual void close(TraceId trace) = 0;

    /// Answered by `answered`; before that, if \p asking welcomes it, maybe by `provisional`.
    virtual RequestId ask(TraceId trace, query::Request request, const query::Asking& asking) = 0;
    RequestId ask(TraceId trace, query::Request request)
    {
        return ask(trace, std::move(request), {});
    }

    enum class LiveWish { Look, Stop };
    /// How far a live run is; with Stop also asks its recorder to stop recording. Answered by `liveAnswered`, or not at all
    /// while there is no server: who wants to know asks again.
    virtual void askLive(const std::string& name, LiveWish wish) = 0;

    /// A view that nobody else asks for: `query::Asking`.
    [[nodiscard]] std::uint64_t newView() { return ++m_lastView; }

    /// Takes a request back. Opening then ends with what was read (`info.complete` false); any
    /// other request with the error Cancelled.
    virtual void cancel(RequestId request) = 0;

    /// After `lost`: begins anew and opens the same traces again, under the same ids. Ends with
    /// `restored` or with `lost`.
    virtual void restart() = 0;

signals:
    void openProgress(
        vellum::gui::data::RequestId request, const vellum::gui::data::OpenProgress& progress);

    /// \p trace is null if and only if there was an error.
    void opened(
        vellum::gui::data::RequestId request,
        std::shared_ptr<const vellum::gui::data::Trace> trace,
        const vellum::Error& error);

    /// An answer of fewer columns, never null; the exact one follows.
    void provisional(
        vellum::gui::data::RequestId request, std::shared_ptr<const vellum::query::Answer> answer);

    /// \p answer is null if and only if there was an error.
    void answered(
        vellum::gui::data::RequestId request,
        std::shared_ptr<const vellum::query::Answer> answer,
        const vellum::Error& error);

    /// \p state is null if and only if there was an error.
    void liveAnswered(
        const QString& name,
        std::shared_ptr<const vellum::query::LiveState> state,
        const vellum::Error& error);

    /// The server is gone: all requests under way have failed. The picture stays; requests fail
    /// until `restored`.
    void lost(const vellum::Error& reason);

    /// Requests are answered again, after `restart`.
    void restored();

    /// "private server · 2 threads", for the status bar.
    void described(const QString& server);

private:
    std::uint64_t m_lastView = 0;
};

}  // namespace vellum::gui::data
