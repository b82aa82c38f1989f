#include "common/codec/types_codec.h"

#include "common/base/narrow.h"
#include "common/codec/columns.h"
#include "common/query/limits.h"

#include <string>

namespace vellum::codec {

namespace {

/// The numbers of our enumerations and of the schema's are the same; only the range is checked.
template <typename Ours, typename Wire>
Result<Ours> checked(Wire value, Ours last, std::string_view what)
{
    const auto number = static_cast<std::uint16_t>(value);
    if (number > static_cast<std::uint16_t>(last)) {
        return invalid(std::string(what) + " " + std::to_string(number) + " is unknown");
    }
    return static_cast<Ours>(number);
}

}  // namespace

void write(protocol::TickRange::Builder out, TickRange range)
{
    out.setBegin(range.begin);
    out.setEnd(range.end);
}

TickRange read(protocol::TickRange::Reader in)
{
    return {.begin = in.getBegin(), .end = in.getEnd()};
}

void write(protocol::Scope::Builder out, const query::Scope& scope)
{
    write(out.initWindow(), scope.window);
    fill(
        out.initLocations(narrow<std::uint32_t>(scope.locations.size())),
        scope.locations,
        [](LocationRef ref) { return ref.value(); });
}

Result<query::Scope> read(protocol::Scope::Reader in)
{
    query::Scope scope{.window = read(in.getWindow()), .locations = {}};
    const auto locations = in.getLocations();
    if (locations.size() > query::kMaxSelectedLocations) {
        return invalid(
            std::to_string(locations.size()) + " locations selected, the limit is "
            + std::to_string(query::kMaxSelectedLocations));
    }
    scope.locations = toVector<LocationRef>(locations);
    return scope;
}

protocol::GroupBy toWire(query::GroupBy by)
{
    return static_cast<protocol::GroupBy>(by);
}
Result<query::GroupBy> fromWire(protocol::GroupBy by)
{
    return checked(by, query::GroupBy::Paradigm, "grouping");
}

protocol::MatrixBy toWire(query::MatrixBy by)
{
    return static_cast<protocol::MatrixBy>(by);
}
Result<query::MatrixBy> fromWire(protocol::MatrixBy by)
{
    return checked(by, query::MatrixBy::SystemTreeNode, "matrix grouping");
}

protocol::Severity toWire(query::Severity severity)
{
    return static_cast<protocol::Severity>(severity);
}
Result<query::Severity> fromWire(protocol::Severity severity)
{
    return checked(severity, query::Severity::Error, "severity");
}

void write(protocol::Error::Builder out, const Error& error)
{
    out.setKind(static_cast<protocol::ErrorKind>(error.kind));
    out.setMessage(toData(error.message));
}

Error read(protocol::Error::Reader in)
{
    const auto kind = checked(in.getKind(), ErrorKind::Internal, "error kind");
    return {
        .kind = kind.isOk() ? kind.value() : ErrorKind::Internal,
        .message = toText(in.getMessage())};
}

}  // namespace vellum::codec
