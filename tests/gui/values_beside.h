#pragma once

#include "server/store/trace_store.h"
#include "tests/support/trace_text.h"

#include <memory>
#include <string>
#include <string_view>

namespace vellum::tests {

/// The trace of \p text as if it lay at \p path, with the values of `run.vps` in the same folder.
inline std::shared_ptr<server::store::TraceStore> traceWithValues(
    std::string_view text, const std::string& path)
{
    auto store = std::const_pointer_cast<server::store::TraceStore>(traceFromText(text));
    store->path = path;
    store->definitions.properties.push_back(
        {.target = PropertyTarget::SystemTreeNode,
         .ref = 0,
         .name = "VELLUM::SIDECAR",
         .value = "run.vps"});
    return store;
}

}  // namespace vellum::tests
