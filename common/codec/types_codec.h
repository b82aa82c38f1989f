#pragma once

#include "common/base/result.h"
#include "common/protocol/types.capnp.h"
#include "common/query/answers.h"
#include "common/query/requests.h"

namespace vellum::codec {

// Values that several messages share. `read…` checks what the schema promises.

void write(protocol::TickRange::Builder out, TickRange range);
TickRange read(protocol::TickRange::Reader in);

void write(protocol::Scope::Builder out, const query::Scope& scope);
Result<query::Scope> read(protocol::Scope::Reader in);

protocol::GroupBy toWire(query::GroupBy by);
Result<query::GroupBy> fromWire(protocol::GroupBy by);

protocol::MatrixBy toWire(query::MatrixBy by);
Result<query::MatrixBy> fromWire(protocol::MatrixBy by);

protocol::Severity toWire(query::Severity severity);
Result<query::Severity> fromWire(protocol::Severity severity);

void write(protocol::Error::Builder out, const Error& error);
/// A kind we do not know is taken as Internal: an error must reach the asker whatever it says.
Error read(protocol::Error::Reader in);

}  // namespace vellum::codec
