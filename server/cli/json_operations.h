#pragma once

#include "common/query/answers.h"
#include "common/trace/definitions.h"
#include "server/cli/json_writer.h"

namespace vellum::server::cli {

// Answers that list operations of several records, each as the value of `result`.

void writeOperations(
    JsonWriter& json,
    const Definitions& definitions,
    const vellum::query::Collectives& collectives);

void writeOperations(
    JsonWriter& json,
    const Definitions& definitions,
    const vellum::query::CollectiveMembers& members);

void writeOperations(JsonWriter& json, const Definitions& definitions, const vellum::query::Io& io);

}  // namespace vellum::server::cli
