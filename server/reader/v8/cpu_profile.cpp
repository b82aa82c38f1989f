#include "server/reader/v8/cpu_profile.h"

#include "common/base/narrow.h"
#include "common/trace/event_kinds.h"
#include "server/reader/byte_stream.h"
#include "server/reader/tracks/track_set.h"
#include "server/reader/v8/profile_text.h"
#include "server/reader/wording.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace vellum::server::reader::v8 {

namespace {

using query::Severity;
using tracks::Track;
using tracks::TrackSet;

constexpr std::int64_t kNanosecondsPerMicrosecond = 1000;

/// The whole text, unpacked.
Result<std::string> textOf(ByteStream& bytes, std::uint64_t total, const OpenOptions& options)
{
    constexpr std::size_t kPiece = std::size_t(1) << 20U;
    constexpr std::size_t kMost = std::size_t(1) << 29U;
    std::string text;
    for (std::size_t got = kPiece; got == kPiece;) {
        if (options.giveUp.stop_requested() || options.cancel.stop_requested()) {
            return Error{.kind = ErrorKind::Cancelled, .message = "was given up"};
        }
        const std::size_t before = text.size();
        if (before >= kMost) {
            return Error{
                .kind = ErrorKind::InvalidArgument,
                .message = "is longer than " + bytesText(kMost) + ", which is not read"};
        }
        text.resize(before + kPiece);
        got = bytes.read(std::span(text).subspan(before));
        text.resize(before + got);
        if (options.onProgress) {
            options.onProgress(bytes.filePosition(), total);
        }
    }
    return text;
}

/// Makes one trace of one profile.
class Assembly {
public:
    explicit Assembly(ProfileText profile) : m_profile(std::move(profile)) {}

    std::unique_ptr<EventSource> run()
    {
        defineNodes();
        takeSamples();
        defineTree();
        report();
        definitions().buildLookups();
        return TrackSet::makeSource(std::move(m_head), std::move(m_tracks));
    }
    TraceHead& head() { return m_head; }

private:
    Definitions& definitions() { return m_head.definitions; }

    void defineNodes()
    {
        for (const ProfileNode& node : m_profile.nodes) {
            const auto ref = narrow<std::uint32_t>(definitions().callingContexts.size());
            if (!m_places.try_emplace(node.id, ref).second) {
                ++m_secondNodes;
                continue;
            }
            definitions().callingContexts.push_back(
                {.ref = CallingContextRef(ref),
                 .region = regionOf(node),
                 .parent = CallingContextRef::undefined()});
        }
        for (const ProfileNode& node : m_profile.nodes) {
            for (const std::int64_t child : node.children) {
                adopt(m_places.at(node.id), child);
            }
        }
        m_profile.nodes = {};
    }

    void adopt(std::uint32_t parent, std::int64_t child)
    {
        const auto found = m_places.find(child);
        if (found == m_places.end()) {
            ++m_missingNodes;
            return;
        }
        CallingContext& context = definitions().callingContexts[found->second];
        if (context.parent == CallingContextRef::undefined()) {
            context.parent = CallingContextRef(parent);
        }
    }

    RegionRef regionOf(const ProfileNode& node)
    {
        const auto number = narrow<std::uint32_t>(definitions().regions.size());
        const auto [found, isNew] =
            m_regions.try_emplace(std::tuple(node.function, node.url, node.line), number);
        if (isNew) {
            constexpr std::int64_t kMostLines = 0x7fff'ffff;
            const bool hasLine = node.line >= 0 && node.line < kMostLines;
            definitions().regions.push_back(
                {.ref = RegionRef(number),
                 .name = node.function.empty() ? "(anonymous)" : node.function,
                 .role = RegionRole::Function,
                 .paradigm = Paradigm::Sampling,
                 .group = FunctionGroup::Application,
                 .sourceFile = node.url,
                 .beginLine = hasLine ? static_cast<std::uint32_t>(node.line) + 1 : 0});
        }
        return RegionRef(found->second);
    }

    void takeSamples()
    {
        Track track;
        const std::size_t count = std::min(m_profile.samples.size(), m_profile.timeDeltas.size());
        constexpr std::int64_t kFarthest = tracks::kFarthest / kNanosecondsPerMicrosecond;
        std::int64_t at = std::clamp(m_profile.startTime, -kFarthest, kFarthest);
        m_first = at;
        m_last = at;
        for (std::size_t i = 0; i < count; ++i) {
            const std::int64_t delta =
                std::clamp(m_profile.timeDeltas[i], -2 * kFarthest, 2 * kFarthest);
            m_backwards += i > 0 && delta < 0 ? 1U : 0U;
            at = std::clamp(at + delta, -kFarthest, kFarthest);
            const auto node = m_places.find(m_profile.samples[i]);
            if (node == m_places.end()) {
                ++m_strangeSamples;
                continue;
            }
            m_first = std::min(m_first, at);
            m_last = std::max(m_last, at);
            const auto none = InterruptGeneratorRef::undefined().value();
            track.points.push_back(
                {.at = at * kNanosecondsPerMicrosecond,
                 .record = track.add(event_kind::kCallingContextSample, {node->second, 0, none})});
        }
        m_unequal = std::max(m_profile.samples.size(), m_profile.timeDeltas.size()) - count;
        if (m_profile.hasTimes) {
            m_last = std::max(m_last, std::clamp(m_profile.endTime, -kFarthest, kFarthest));
        }
        m_tracks.setOrigin(m_first * kNanosecondsPerMicrosecond);
        m_tracks.add(std::move(track));
    }

    void defineTree()
    {
        ClockProperties& clock = definitions().clock;
        clock.ticksPerSecond = 1'000'000'000;
        clock.length = static_cast<std::uint64_t>((m_last - m_first) * kNanosecondsPerMicrosecond);
        clock.globalOffset = static_cast<std::uint64_t>(
            std::max<std::int64_t>(m_first * kNanosecondsPerMicrosecond, 0));
        definitions().systemTreeNodes.push_back(
            {.ref = SystemTreeNodeRef(0),
             .name = "machine",
             .className = "machine",
             .parent = SystemTreeNodeRef::undefined()});
        definitions().locationGroups.push_back(
            {.ref = LocationGroupRef(0),
             .name = "process",
             .type = LocationGroupType::Process,
             .parent = SystemTreeNodeRef(0),
             .creator = LocationGroupRef::undefined()});
        m_tracks.reserveIn(m_head);
        m_tracks.define(
            0, "JavaScript thread", LocationType::CpuThread, LocationGroupRef(0), m_head);
        definitions().creator = "V8 CPU profiler";
        m_head.format = "V8 CPU profile";
    }

    void add(const char* kind, Severity severity, std::uint64_t count, const std::string& sentence)
    {
        if (count > 0) {
            m_head.report.add(kind, severity, sentence, count);
        }
    }

    void report()
    {
        const std::uint64_t samples = m_tracks.at(0).points.size();
        add("cpu-samples",
            Severity::Info,
            samples,
            "samples of what ran, with call chains: 'call-tree' counts them by call path and "
            "'events' lists them; they are no visits");
        add("unusable-node",
            Severity::Warning,
            m_profile.unusableNodes,
            "elements of 'nodes' have no id or no call frame: they are left out");
        add("second-node",
            Severity::Warning,
            m_secondNodes,
            "nodes have the id of one before them: the first counts");
        add("missing-node",
            Severity::Warning,
            m_missingNodes,
            "nodes name a child that is not among the nodes");
        add("sample-without-chain",
            Severity::Warning,
            m_strangeSamples,
            "samples name a node that is not among the nodes: they are left out");
        add("unusable-number",
            Severity::Warning,
            m_profile.unusableNumbers,
            "elements of 'samples' or 'timeDeltas' are no integers: they are taken for 0");
        add("unequal-lists",
            Severity::Warning,
            m_unequal,
            "elements of 'samples' or 'timeDeltas' have none beside them in the other list: they "
            "are left out");
        add("sample-out-of-order",
            Severity::Info,
            m_backwards,
            "samples are before the one that stands before them: they are shown in the order of "
            "time");
    }

    ProfileText m_profile;
    TraceHead m_head;
    TrackSet m_tracks;
    std::unordered_map<std::int64_t, std::uint32_t> m_places;  ///< of calling contexts, by node
    std::map<std::tuple<std::string, std::string, std::int64_t>, std::uint32_t> m_regions;
    std::int64_t m_first = 0;  ///< in microseconds
    std::int64_t m_last = 0;
    std::uint64_t m_secondNodes = 0;
    std::uint64_t m_missingNodes = 0;
    std::uint64_t m_strangeSamples = 0;
    std::uint64_t m_unequal = 0;
    std::uint64_t m_backwards = 0;
};

Error named(const std::filesystem::path& path, const Error& error)
{
    const bool isStopped = error.kind == ErrorKind::Cancelled;
    return {
        .kind = error.kind,
        .message = (isStopped ? "the reading of " + quoted(path) + " "
                              : quoted(path) + " is a CPU profile of V8 that ")
                   + error.message};
}

}  // namespace

Result<std::unique_ptr<EventSource>> openCpuProfile(
    const std::filesystem::path& path, const OpenOptions& options)
{
    auto opened = openBytes(path);
    VELLUM_RETURN_IF_ERROR(opened);
    ByteStream& bytes = *opened.value();
    std::error_code ignored;
    const std::uint64_t total = std::filesystem::file_size(path, ignored);
    auto text = textOf(bytes, total, options);
    if (!text.isOk()) {
        return named(path, text.error());
    }
    auto profile = parseProfile(std::move(text).value());
    if (!profile.isOk()) {
        Error error = named(path, profile.error());
        error.message += bytes.error().empty() ? "" : "; " + bytes.error();
        return error;
    }
    Assembly assembly(std::move(profile).value());
    assembly.head().bytesRead = bytes.filePosition();
    return assembly.run();
}

}  // namespace vellum::server::reader::v8
