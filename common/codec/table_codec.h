#pragma once

#include "common/base/result.h"
#include "common/protocol/table.capnp.h"
#include "common/query/answers.h"
#include "common/query/requests.h"
#include "common/table/table.h"

namespace vellum::codec {

/// Writes one row of any kind, its lists and texts with it.
void write(protocol::Rows::Builder out, const table::Schema& schema, const void* row);

/// Reads one row of \p schema.
///
/// Errors   invalidArgument, naming kind and column: not one row, widths or lengths that do not fit, numbers outside
///          of what the column allows, more rows or text than came, more memory than 64 times the message and a MiB
///          (columns of one value take no bytes). unimplemented: a column is missing.
[[nodiscard]] Result<table::Value> read(protocol::Rows::Reader in, const table::Schema& schema);

void write(protocol::TableRequest::Builder out, const query::TableRequest& request);
/// Errors   unimplemented: a question that is unknown here. Those of the row.
[[nodiscard]] Result<query::TableRequest> read(protocol::TableRequest::Reader in);

void write(protocol::TableAnswer::Builder out, const query::Table& answer);
/// Errors   unimplemented: the answer of a question that is unknown here. Those of the row.
[[nodiscard]] Result<query::Table> read(protocol::TableAnswer::Reader in);

}  // namespace vellum::codec
