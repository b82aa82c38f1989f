#include "common/codec/open_codec.h"

#include "common/base/narrow.h"
#include "common/codec/columns.h"
#include "common/protocol/limits.h"

#include <utility>

namespace vellum::codec {

namespace {

Result<std::string> readText(capnp::Data::Reader in, std::size_t atMost, std::string_view what)
{
    if (in.size() > atMost) {
        return invalid(
            "open: " + std::string(what) + " of " + std::to_string(in.size())
            + " bytes, the limit is " + std::to_string(atMost));
    }
    return toText(in);
}

Result<void> checkFiles(std::size_t count, std::string_view what)
{
    if (count > protocol::kMaxFilesPerTrace) {
        return invalid(
            "open: " + std::to_string(count) + " " + std::string(what) + ", the limit is "
            + std::to_string(protocol::kMaxFilesPerTrace));
    }
    return {};
}

Result<void> addPath(capnp::Data::Reader in, query::TraceSelection& trace)
{
    auto path = readPath(in, "open");
    VELLUM_RETURN_IF_ERROR(path);
    if (path.value().empty()) {
        return invalid("open: a path is empty");
    }
    trace.paths.push_back(std::move(path).value());
    return {};
}

}  // namespace

void write(protocol::Open::Builder out, const query::TraceSelection& trace)
{
    if (!trace.paths.empty()) {
        out.setPath(toData(trace.paths.front()));
        auto more = out.initMorePaths(narrow<std::uint32_t>(trace.paths.size() - 1));
        for (std::uint32_t i = 0; i < more.size(); ++i) {
            more.set(i, toData(trace.paths[i + 1]));
        }
    }
    auto offsets = out.initOffsets(narrow<std::uint32_t>(trace.offsets.size()));
    for (std::uint32_t i = 0; i < offsets.size(); ++i) {
        offsets[i].setFile(toData(trace.offsets[i].file));
        offsets[i].setNs(trace.offsets[i].ns);
    }
    out.setLocations(toData(trace.locations));
    out.setWindow(toData(trace.window));
    out.setWithoutArguments(trace.withoutArguments);
}

Result<query::TraceSelection> read(protocol::Open::Reader in)
{
    query::TraceSelection trace;
    VELLUM_RETURN_IF_ERROR(checkFiles(in.getMorePaths().size() + std::size_t{1}, "files"));
    VELLUM_RETURN_IF_ERROR(checkFiles(in.getOffsets().size(), "offsets"));
    VELLUM_RETURN_IF_ERROR(addPath(in.getPath(), trace));
    for (const auto path : in.getMorePaths()) {
        VELLUM_RETURN_IF_ERROR(addPath(path, trace));
    }
    for (const auto offset : in.getOffsets()) {
        auto file = readPath(offset.getFile(), "open");
        VELLUM_RETURN_IF_ERROR(file);
        trace.offsets.push_back({.file = std::move(file).value(), .ns = offset.getNs()});
    }
    auto locations = readText(in.getLocations(), protocol::kMaxLocationWordsBytes, "locations");
    VELLUM_RETURN_IF_ERROR(locations);
    trace.locations = std::move(locations).value();
    auto window = readText(in.getWindow(), protocol::kMaxWindowBytes, "a window");
    VELLUM_RETURN_IF_ERROR(window);
    trace.window = std::move(window).value();
    trace.withoutArguments = in.getWithoutArguments();
    return trace;
}

Result<std::string> readPath(capnp::Data::Reader path, std::string_view what)
{
    std::string text = toText(path);
    if (text.size() > protocol::kMaxPathBytes || text.find('\0') != std::string::npos) {
        return invalid(
            std::string(what) + ": a path of " + std::to_string(text.size())
            + " bytes, which is too long or holds a NUL");
    }
    return text;
}

}  // namespace vellum::codec
