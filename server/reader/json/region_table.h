#pragma once

#include "common/trace/definitions.h"
#include "server/reader/json/json_text.h"
#include "server/reader/tracks/findings.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace vellum::server::reader::json {

/// What an event is, by its category: what its region's paradigm, role and group come from.
enum class EventClass : std::uint8_t {
    Operator,
    Annotation,
    DeviceAnnotation,
    Python,
    HostApi,
    Kernel,
    Copy,
    Set,
    Sync,
    Overhead,
    CounterRange,
    Instant,
    Other,
};
inline constexpr std::size_t kEventClassCount = 13;

/// Kernels, copies, sets: what keeps a device busy.
[[nodiscard]] bool isDeviceWork(EventClass kind);

/// With the letters A to Z as a to z.
[[nodiscard]] std::string lowerOf(std::string_view text);

/// The class of a category, whatever the case of its letters; `Other` for those we do not know.
[[nodiscard]] EventClass classOf(std::string_view category);

/// The regions of a trace as they turn up: one for each name and class.
///
/// Threads  One.
class RegionTable {
public:
    /// \p name and \p category as they stand in the file.
    [[nodiscard]] EventClass classify(Raw category);
    [[nodiscard]] std::uint32_t intern(EventClass kind, Raw name);

    [[nodiscard]] EventClass classAt(std::uint32_t region) const { return m_classes[region]; }

    /// As it stands in the file.
    [[nodiscard]] Raw rawNameAt(std::uint32_t region) const { return m_names[region]; }

    /// Makes a region one of another class, which has no region of its name yet.
    void reclassify(std::uint32_t region, EventClass kind);

    /// No more names come: what only finds them again is given up.
    void close() { m_byName = {}; }
    /// In the order of their numbers; once, for each name goes with its region.
    ///
    /// \param device  what kernels and calls of a device are of, where no call's name tells
    [[nodiscard]] std::vector<Region> takeRegions(tracks::Findings& findings, Paradigm device);

private:
    std::deque<std::string> m_names;  ///< as in the file; never moves
    std::vector<EventClass> m_classes;
    std::array<std::unordered_map<std::string_view, std::uint32_t>, kEventClassCount> m_byName;
    std::vector<std::pair<std::string, EventClass>> m_categories;
};

}  // namespace vellum::server::reader::json
