#include "server/reader/json/named_devices.h"

#include "common/trace/device_work.h"
#include "common/trace/well_known_names.h"
#include "server/reader/json/event_collector.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace vellum::server::reader::json {

namespace {

using tracks::ExtraRecord;
using tracks::Point;
using tracks::RecordHead;
using tracks::Span;
using tracks::Track;

bool holdsAny(std::string_view text, std::initializer_list<std::string_view> words)
{
    return std::ranges::any_of(
        words, [&](auto word) { return text.find(word) != std::string_view::npos; });
}

/// "MemcpyH2D", "CopyHostToDevice", "Memcpy HtoD (…)", "memcpy".
bool isCopyName(std::string_view lower)
{
    return holdsAny(lower, {"memcpy", "copyhost", "copydevice", "hosttodevice", "devicetohost"});
}

CopyName copyOf(std::string_view name)
{
    using Direction = std::pair<std::string_view, CopyKind>;
    constexpr std::array<Direction, 12> kDirections = {{
        {"hosttodevice", CopyKind::HostToDevice},
        {"devicetohost", CopyKind::DeviceToHost},
        {"devicetodevice", CopyKind::DeviceToDevice},
        {"h2d", CopyKind::HostToDevice},
        {"d2h", CopyKind::DeviceToHost},
        {"d2d", CopyKind::DeviceToDevice},
        {"p2p", CopyKind::PeerToPeer},
        {"htod", CopyKind::HostToDevice},
        {"dtoh", CopyKind::DeviceToHost},
        {"dtod", CopyKind::DeviceToDevice},
        {"ptop", CopyKind::PeerToPeer},
        {"hosttohost", CopyKind::HostToHost},
    }};
    CopyName copy = parseCopyName(name);
    const std::string lower = lowerOf(name);
    const auto said = std::ranges::find_if(
        kDirections, [&](const Direction& known) { return holdsAny(lower, {known.first}); });
    if (copy.kind == CopyKind::Unknown && said != kDirections.end()) {
        copy.kind = said->second;
    }
    return copy;
}

/// A row that repeats what the streams hold, in larger pieces: as the profilers of XLA and TensorFlow write them.
bool isRowOfAnnotations(std::string_view threadName)
{
    constexpr std::array<std::string_view, 8> kNames = {
        "Steps",
        "Step",
        "XLA Modules",
        "Framework Ops",
        "Framework Name Scope",
        "Source code",
        "TensorFlow Name Scope",
        "TensorFlow Ops"};
    return std::ranges::find(kNames, threadName) != kNames.end();
}

/// Where a flow's end meets a track: finds spans by tick, for ticks that only grow.
class SpansInOrder {
public:
    explicit SpansInOrder(const Track& track) : m_track(track), m_order(track.spans.size())
    {
        for (std::size_t i = 0; i < m_order.size(); ++i) {
            m_order[i] = i;
        }
        std::ranges::stable_sort(m_order, [&](std::size_t a, std::size_t b) {
            const Span& left = track.spans[a];
            const Span& right = track.spans[b];
            return left.begin != right.begin ? left.begin < right.begin : left.end > right.end;
        });
    }
    /// The innermost span around \p tick, its place among the track's spans.
    [[nodiscard]] std::optional<std::size_t> around(Tick tick)
    {
        for (; m_next < m_order.size() && at(m_order[m_next]).begin <= tick; ++m_next) {
            m_open.push_back(m_order[m_next]);
        }
        while (!m_open.empty() && at(m_open.back()).end < tick) {
            m_open.pop_back();
        }
        return m_open.empty() ? std::nullopt : std::optional(m_open.back());
    }
    /// The first that begins after the tick that was asked for last.
    [[nodiscard]] std::optional<std::size_t> next() const
    {
        return m_next < m_order.size() ? std::optional(m_order[m_next]) : std::nullopt;
    }

private:
    [[nodiscard]] const Span& at(std::size_t span) const { return m_track.spans[span]; }

    const Track& m_track;
    std::vector<std::size_t> m_order;
    std::vector<std::size_t> m_open;
    std::size_t m_next = 0;
};

/// Goes through the tracks of one file.
class Recognition {
public:
    explicit Recognition(CollectedTrace& trace) : m_trace(trace) {}

    void run()
    {
        if (!findDevices()) {
            return;
        }
        m_trace.hasNamedDevices = true;
        for (Track& track : m_trace.tracks) {
            takeTrack(track);
        }
        for (Track& track : m_trace.tracks) {
            takeBegins(track);
        }
        for (Track& track : m_trace.tracks) {
            takeEnds(track);
        }
    }

private:
    /// A flow's id and its category: one id may be in use in several.
    using FlowKey = std::pair<std::uint64_t, std::uint64_t>;
    struct Call {
        Track* track = nullptr;
        std::size_t span = 0;
    };

    bool findDevices()
    {
        const auto isKnown = [](const Track& track) { return track.hasDeviceWork; };
        if (std::ranges::any_of(m_trace.tracks, isKnown)) {
            return false;
        }
        bool hasAny = false;
        for (Process& process : m_trace.processes) {
            process.isNamedDevice = isDeviceName(process.name);
            process.isDevice = process.isDevice || process.isNamedDevice;
            hasAny = hasAny || process.isNamedDevice;
        }
        return hasAny;
    }

    /// What a span's region becomes; the raw name is as it stands in the file.
    EventClass classOf(const Span& span, bool isOnDevice, bool isAnnotations) const
    {
        const std::string_view name = bare(m_trace.regions.rawNameAt(span.region));
        if (!isOnDevice) {
            return isDeviceCall(name) ? EventClass::HostApi : EventClass::Other;
        }
        if (isAnnotations) {
            return EventClass::DeviceAnnotation;
        }
        return isCopyName(lowerOf(name)) ? EventClass::Copy : EventClass::Kernel;
    }

    void takeTrack(Track& track)
    {
        const bool isOnDevice = m_trace.processes[track.process].isNamedDevice;
        const bool isAnnotations = isRowOfAnnotations(track.name);
        std::unordered_map<std::uint32_t, std::uint32_t> becomes;
        for (Span& span : track.spans) {
            const bool isOther = m_unclassed.contains(span.region)
                                 || m_trace.regions.classAt(span.region) == EventClass::Other;
            if (!isOther) {
                continue;
            }
            const auto [found, isNew] = becomes.try_emplace(span.region, span.region);
            if (isNew) {
                found->second = regionAs(span.region, classOf(span, isOnDevice, isAnnotations));
            }
            span.region = found->second;
            addWork(track, span);
        }
    }

    /// A region becomes what the first track that has it makes of it; tracks that make something else of it
    /// get another one of its name.
    std::uint32_t regionAs(std::uint32_t region, EventClass kind)
    {
        const bool isFirst = m_unclassed.insert(region).second;
        if (isFirst && kind != EventClass::Other) {
            m_trace.regions.reclassify(region, kind);
        }
        return m_trace.regions.intern(kind, std::string(m_trace.regions.rawNameAt(region)));
    }

    void addWork(Track& track, Span& span) const
    {
        const EventClass kind = m_trace.regions.classAt(span.region);
        if (kind == EventClass::Kernel) {
            constexpr std::size_t kMembers = 9;  // of them this format says nothing
            replace(track, span, event_kind::kDeviceKernel, std::array<std::uint64_t, kMembers>());
        } else if (kind == EventClass::Copy) {
            const CopyName copy = copyOf(bare(m_trace.regions.rawNameAt(span.region)));
            const std::array<std::uint64_t, 5> members = {
                0,
                0,
                std::uint64_t(copy.kind),
                std::uint64_t(copy.source),
                std::uint64_t(copy.destination)};
            replace(track, span, event_kind::kDeviceCopy, members);
        }
        track.hasDeviceWork = track.hasDeviceWork || isDeviceWork(kind);
    }

    /// Puts a record at a span, which goes on carrying what it carried.
    static void replace(
        Track& track, Span& span, EventKind kind, std::span<const std::uint64_t> members)
    {
        const ExtraRecord before = span.extra;
        span.extra = track.join(track.add(kind, members), track, before);
    }

    /// The track's records of flows of the kinds that \p fits, by tick.
    template <typename Fits>
    static std::vector<std::pair<Tick, FlowKey>> flowsOf(const Track& track, Fits fits)
    {
        std::vector<std::pair<Tick, FlowKey>> flows;
        for (const Point& point : track.points) {
            const RecordHead head =
                point.record == 0 ? RecordHead() : RecordHead::unpacked(track.words[point.record]);
            if (fits(head.kind)) {
                const std::size_t words = point.record + 1;
                flows.push_back({point.at, {track.words[words], track.words[words + 1]}});
            }
        }
        std::ranges::stable_sort(flows, {}, [](const auto& flow) { return flow.first; });
        return flows;
    }

    void takeBegins(Track& track)
    {
        if (m_trace.processes[track.process].isNamedDevice) {
            return;
        }
        const auto flows =
            flowsOf(track, [](EventKind kind) { return kind == event_kind::kFlowBegin; });
        if (flows.empty()) {
            return;
        }
        SpansInOrder spans(track);
        for (const auto& [at, key] : flows) {
            const auto span = spans.around(at);
            if (span && isCall(track, *span)) {
                m_calls.try_emplace(key, Call{.track = &track, .span = *span});
            }
        }
    }

    [[nodiscard]] bool isCall(const Track& track, std::size_t span) const
    {
        return m_trace.regions.classAt(track.spans[span].region) == EventClass::HostApi;
    }

    void takeEnds(Track& track)
    {
        if (!track.hasDeviceWork || m_calls.empty()) {
            return;
        }
        const auto flows = flowsOf(track, [](EventKind kind) {
            return kind == event_kind::kFlowStep || kind == event_kind::kFlowEnd;
        });
        SpansInOrder spans(track);
        for (const auto& [at, key] : flows) {
            const auto call = m_calls.find(key);
            const auto around = spans.around(at);
            const auto span = around ? around : spans.next();
            if (call != m_calls.end() && span) {
                launch(call->second, track, track.spans[*span]);
            }
        }
    }

    void launch(const Call& call, Track& device, const Span& work)
    {
        const EventClass kind = m_trace.regions.classAt(work.region);
        const EventKind record = work.extra == 0
                                     ? RecordHead::kNoRecord
                                     : RecordHead::unpacked(device.words[work.extra]).kind;
        const bool hasRecord =
            record == event_kind::kDeviceKernel || record == event_kind::kDeviceCopy;
        if (!isDeviceWork(kind) || !hasRecord || device.words[work.extra + 1] != 0) {
            return;
        }
        device.words[work.extra + 1] = correlationOf(call);
    }

    /// The number of a call's launches, which the first of them gives it.
    std::uint64_t correlationOf(const Call& call)
    {
        Span& span = call.track->spans[call.span];
        const auto [found, isNew] = m_numbers.try_emplace({call.track, call.span}, m_launches + 1);
        if (isNew) {
            ++m_launches;
            const std::array<std::uint64_t, 1> members = {found->second};
            replace(*call.track, span, event_kind::kDeviceLaunch, members);
            call.track->hasLaunches = true;
        }
        return found->second;
    }

    CollectedTrace& m_trace;
    std::unordered_set<std::uint32_t> m_unclassed;  ///< regions that no category told the class of
    std::map<FlowKey, Call> m_calls;
    std::map<std::pair<const Track*, std::size_t>, std::uint64_t> m_numbers;
    std::uint64_t m_launches = 0;
};

}  // namespace

bool isDeviceName(std::string_view processName)
{
    const std::string lower = lowerOf(processName);
    if (holdsAny(lower, {"/device:gpu:", "/device:tpu:", "/gpu:", "/tpu:"})) {
        return true;
    }
    for (const std::string_view kind : {"gpu", "tpu"}) {
        if (!lower.starts_with(kind)) {
            continue;
        }
        const std::string_view rest = std::string_view(lower).substr(kind.size());
        const std::size_t number = rest.find_first_not_of(" :#");
        const bool isNumber =
            number != std::string_view::npos
            && rest.find_first_not_of("0123456789", number) == std::string_view::npos;
        return rest.empty() || isNumber;
    }
    return false;
}

void recogniseNamedDevices(CollectedTrace& trace)
{
    Recognition(trace).run();
}

}  // namespace vellum::server::reader::json
