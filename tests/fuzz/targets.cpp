#include "tests/fuzz/targets.h"

#include "server/import/importer.h"
#include "server/reader/byte_stream.h"
#include "server/reader/json/document_reader.h"
#include "server/reader/json/event_collector.h"
#include "server/reader/json/trace_assembly.h"
#include "server/store/location_builder.h"
#include "tests/fuzz/scratch.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

namespace vellum::fuzz {

namespace {

using namespace vellum::server;  // NOLINT(google-build-using-namespace): a test
namespace fs = std::filesystem;

class Bytes final : public reader::ByteStream {
public:
    explicit Bytes(Input input) : m_input(input) {}
    std::size_t read(std::span<char> to) override
    {
        const Input taken = take(m_input, to.size());
        std::ranges::copy(taken, to.begin());
        return taken.size();
    }
    [[nodiscard]] const std::string& error() const override { return m_error; }
    [[nodiscard]] std::uint64_t filePosition() const override { return 0; }

private:
    Input m_input;
    std::string m_error;
};

/// Makes stores of all locations, as the importer does.
void build(const reader::EventSource& source)
{
    const reader::TraceHead& head = source.head();
    for (std::uint32_t i = 0; i < head.definitions.locations.size(); ++i) {
        const std::vector<LocationIndex> own = {LocationIndex(i)};
        store::LocationBuilder builder(head.definitions, own.front());
        source.makeReader(own).value()->read(own.front(), [&](const reader::EventBatch& batch) {
            return builder.add(
                {.tick = batch.tick,
                 .kind = batch.kind,
                 .payloadBegin = batch.payloadBegin,
                 .payload = batch.payload},
                batch.attributes);
        });
        store::ImportReport report;
        static_cast<void>(builder.finish(report));
    }
}

reader::json::DocumentOutcome readDocument(Input input, std::size_t runBytes)
{
    constexpr std::size_t kWindow = 16384;
    Bytes bytes(input);
    reader::json::EventCollector collector;
    reader::json::DocumentReader document(
        bytes, collector, {.windowBytes = kWindow, .runBytes = runBytes});
    const reader::json::DocumentOutcome outcome = document.read([] { return true; });
    const auto always = [] { return true; };
    auto trace = reader::json::assemble(collector.finish(), outcome, "input", always);
    build(*reader::tracks::TrackSet::makeSource(std::move(trace->head), std::move(trace->tracks)));
    return outcome;
}

}  // namespace

void readArchive(Input input)
{
    std::array<std::size_t, 4> lengths = {};
    for (std::size_t& length : lengths) {
        length = takeNumber<std::uint32_t>(input);
    }
    const std::string location = std::to_string(takeNumber<std::uint64_t>(input));
    fs::create_directories(scratch() / "traces");
    const std::array<fs::path, 4> paths = {
        scratch() / "traces.otf2",
        scratch() / "traces.def",
        scratch() / "traces" / (location + ".def"),
        scratch() / "traces" / (location + ".evt")};
    for (std::size_t i = 0; i < paths.size(); ++i) {
        write(paths[i], take(input, lengths[i]));
    }
    const fs::path markers = scratch() / "traces.marker";
    if (!input.empty()) {
        write(markers, input);
    }
    static_cast<void>(import::importTrace(paths[0], {.threads = 1}));
    fs::remove(paths[2]);
    fs::remove(paths[3]);
    fs::remove(markers);
}

void readJson(Input input)
{
    constexpr std::size_t kRun = 512;
    constexpr std::size_t kNone = 1;  // shorter than an event: all are read leniently
    const reader::json::DocumentOutcome fast = readDocument(input, kRun);
    const reader::json::DocumentOutcome lenient = readDocument(input, kNone);
    // Behind damage the two may take up the thread at different places.
    const bool isWhole = lenient.damaged == 0 && !lenient.isCutOff && !lenient.hasMore;
    if (isWhole && fast.events != lenient.events) {
        std::abort();
    }
}

void readPacked(Input input)
{
    const fs::path path = scratch() / "packed";
    write(path, input);
    const auto bytes = reader::openBytes(path);
    if (!bytes.isOk()) {
        return;
    }
    constexpr std::size_t kMost = std::size_t(64) << 20U;
    constexpr std::size_t kPiece = 5000;
    std::vector<char> piece(kPiece);
    std::size_t total = 0;
    std::size_t got = kPiece;
    while (got == kPiece && total < kMost) {
        got = bytes.value()->read(piece);
        total += got;
    }
    if (got < kPiece && bytes.value()->read(piece) != 0) {
        std::abort();
    }
}

void readExport(Input input)
{
    const fs::path path = scratch() / "export.sqlite";
    write(path, input);
    static_cast<void>(import::importTrace(path, {.threads = 1}));
}

}  // namespace vellum::fuzz
