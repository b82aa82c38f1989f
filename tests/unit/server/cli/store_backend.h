#pragma once

#include "server/cli/query_backend.h"
#include "server/query/executor.h"
#include "server/store/trace_store.h"

#include <memory>
#include <string>
#include <utility>

namespace vellum::tests {

/// Answers from a trace that is in memory already.
class StoreBackend : public server::cli::QueryBackend {
public:
    StoreBackend(std::shared_ptr<const server::store::TraceStore> trace, unsigned threads)
        : m_trace(std::move(trace))
        , m_threads(threads)
    {
    }

    Result<server::cli::OpenedTrace> open(const vellum::query::TraceSelection& selection) override
    {
        const auto info = ask(vellum::query::InfoRequest{});
        return server::cli::OpenedTrace{
            .path = selection.name(),
            .definitions = {m_trace, &m_trace->definitions},
            .info = std::get<vellum::query::TraceInfo>(info.value())};
    }

    Result<vellum::query::Answer> ask(const vellum::query::Request& request) override
    {
        return server::query::execute(*m_trace, request, {.threads = m_threads});
    }

private:
    std::shared_ptr<const server::store::TraceStore> m_trace;
    unsigned m_threads = 1;
};

}  // namespace vellum::tests
