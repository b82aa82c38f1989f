#include "server/import/import_errors.h"

#include "server/reader/wording.h"

namespace vellum::server::import {

Error givenUp(const query::TraceSelection& selection)
{
    return {
        .kind = ErrorKind::Cancelled,
        .message = "the import of " + reader::quoted(selection.name()) + " was given up"};
}

Error outOfMemory(const query::TraceSelection& selection)
{
    return {
        .kind = ErrorKind::ResourceExhausted,
        .message = "out of memory while reading " + reader::quoted(selection.name())};
}

}  // namespace vellum::server::import
