#include "server/import/importer.h"

#include "server/import/import_errors.h"
#include "server/import/import_run.h"
#include "server/import/source_opener.h"

#include <memory>

namespace vellum::server::import {

Result<std::shared_ptr<const store::TraceStore>> importTrace(
    const query::TraceSelection& selection, const ImportOptions& options)
{
    return guarded(selection, [&]() -> Result<std::shared_ptr<const store::TraceStore>> {
        const auto source = openSource(selection, options);
        VELLUM_RETURN_IF_ERROR(source);
        Import import(*source.value(), selection, options);
        VELLUM_RETURN_IF_ERROR(import.setWindow());
        import.readEvents();
        return asConst(import.makeStore());
    });
}

}  // namespace vellum::server::import
