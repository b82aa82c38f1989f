#pragma once

#include "common/query/answers.h"
#include "common/trace/definitions.h"
#include "server/cli/json_writer.h"

namespace vellum::server::cli {

// Members of a record's JSON object that only some records have.

/// "carried": what the record carries beside its members, {name: value}, strings as texts.
void writeCarried(
    JsonWriter& json, const Definitions& definitions, const vellum::query::EventRecord& event);

/// "names": what its references name, those of what it carries among them.
void writeNames(
    JsonWriter& json, const Definitions& definitions, const vellum::query::EventRecord& event);

}  // namespace vellum::server::cli
