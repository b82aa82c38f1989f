#include "server/reader/tracks/track_player.h"

#include "common/base/narrow.h"

#include <cstddef>
#include <vector>

namespace vellum::server::reader::tracks {

namespace {

constexpr std::size_t kBatch = 4096;

class Player {
public:
    Player(const Track& track, bool hasPoints, Tick origin, const BatchSink& sink)
        : m_track(track)
        , m_origin(origin)
        , m_sink(sink)
        , m_point(hasPoints ? 0 : track.points.size())
    {
    }

    void take(const Span& span)
    {
        const bool isEmpty = span.begin == span.end;
        while (
            !m_open.empty()
            && (m_open.back().end < span.begin || (m_open.back().end == span.begin && !isEmpty))) {
            leave();
        }
        playPoints(span.begin);
        add(span.begin, event_kind::kEnter, span.region);
        addExtra(span.begin, span.extra);
        m_open.push_back(span);
    }

    bool finish()
    {
        while (!m_open.empty()) {
            leave();
        }
        while (m_point < m_track.points.size()) {
            playPoint();
        }
        flush();
        return m_goesOn;
    }

    [[nodiscard]] bool goesOn() const { return m_goesOn; }

private:
    void leave()
    {
        const Tick end = m_open.back().end;
        playPoints(end);
        while (m_point < m_track.points.size() && m_track.points[m_point].at == end
               && m_track.points[m_point].isBeforeLeave) {
            playPoint();
        }
        add(end, event_kind::kLeave, m_open.back().region);
        m_open.pop_back();
    }
    /// All points before \p tick.
    void playPoints(Tick tick)
    {
        while (m_point < m_track.points.size() && m_track.points[m_point].at < tick) {
            playPoint();
        }
    }
    void playPoint()
    {
        const Point& point = m_track.points[m_point++];
        addExtra(point.at, point.record);
    }
    void addExtra(Tick at, ExtraRecord extra)
    {
        if (extra == 0) {
            return;
        }
        const RecordHead head = RecordHead::unpacked(m_track.words[extra]);
        const auto rest = std::span(m_track.words).subspan(extra + 1);
        if (head.kind != RecordHead::kNoRecord) {
            begin(at, head.kind);
            const auto words = rest.first(head.words);
            m_batch.payload.insert(m_batch.payload.end(), words.begin(), words.end());
        }
        if (head.carries) {
            addCarried(rest.subspan(head.words));
        }
    }
    /// To the record that was added last.
    void addCarried(std::span<const std::uint64_t> words)
    {
        for (std::size_t i = 0; i < words.front(); ++i) {
            const Carried carried = Carried::unpacked(words.subspan(1 + Carried::kWords * i));
            m_batch.attributes.add(
                narrow<std::uint32_t>(m_batch.size() - 1), carried.attribute, carried.value);
        }
    }
    void add(Tick at, EventKind kind, std::uint64_t word)
    {
        begin(at, kind);
        m_batch.payload.push_back(word);
    }
    void begin(Tick at, EventKind kind)
    {
        if (m_batch.size() >= kBatch) {
            flush();
        }
        m_batch.tick.push_back(at - m_origin);
        m_batch.kind.push_back(kind);
        m_batch.payloadBegin.push_back(narrow<std::uint32_t>(m_batch.payload.size()));
    }
    void flush()
    {
        if (m_goesOn && m_batch.size() > 0) {
            m_goesOn = m_sink(m_batch);
        }
        m_batch.clear();
    }

    const Track& m_track;
    Tick m_origin;
    const BatchSink& m_sink;
    std::size_t m_point;
    std::vector<Span> m_open;
    EventBatch m_batch;
    bool m_goesOn = true;
};

}  // namespace

bool play(
    const Track& track,
    std::span<const Span> lane,
    bool hasPoints,
    Tick origin,
    const BatchSink& sink)
{
    Player player(track, hasPoints, origin, sink);
    for (std::size_t i = 0; i < lane.size() && player.goesOn(); ++i) {
        player.take(lane[i]);
    }
    return player.finish();
}

}  // namespace vellum::server::reader::tracks
