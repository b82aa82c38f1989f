#pragma once

#include "common/trace/definitions.h"
#include "server/reader/event_source.h"
#include "server/reader/joint/reference_maps.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace vellum::server::reader::joint {

/// Puts the definitions of parts together, one part after the other.
///
/// Exact    References of the whole are dense, in the order of the parts. Regions, metrics, paradigms,
///          attributes and parameters that are equal in everything but their reference become one,
///          nodes of the same place too, but no two ranks. What a part's definitions name without defining it is
///          undefined in the whole, but for the regions of calling contexts: these, and what records name, are as
///          FileReferences has them.
///          Groups of communicators that name a place in the list of all ranks name locations
///          afterwards: each part has a list of its own. Communicators that parts share (one text
///          of TraceHead::sharedCommunicators) become one with the members of all, unless two parts
///          have a member of one rank: those are of two jobs.
class DefinitionJoiner {
public:
    /// \param files  how many parts there will be
    explicit DefinitionJoiner(std::size_t files) : m_files(files) {}

    /// \param isArchive  the part's system tree goes below a node of its own, named \p name; else that
    ///                   node, if one is needed at all, holds the part's processes
    /// \return the maps of its references
    ReferenceMaps add(const TraceHead& head, const std::string& name, bool isArchive);

    /// All that was added, with lookups; but for the clock and the creator.
    [[nodiscard]] Definitions finish();

private:
    /// Of a part that is being added.
    struct Part {
        const Definitions& from;
        const std::vector<std::string>& shared;  ///< parallel to the communicators, or empty
        ReferenceMaps maps;
    };

    void addNodes(Part& part, const std::string& name, bool isArchive);
    void addLocations(Part& part, const std::string& name, bool isArchive);
    void addCode(Part& part);
    void addMetrics(Part& part);
    void addCommunication(Part& part);
    void addCommunicators(Part& part);
    void joinShared(Part& part);
    [[nodiscard]] static Group mappedGroup(const Part& part, Group group);
    void addFiles(Part& part);
    void addWords(Part& part);
    void addProperties(const Part& part);
    [[nodiscard]] SystemTreeNodeRef nodeFor(SystemTreeNode wanted);

    using RegionKey = std::tuple<
        std::string,
        std::string,
        RegionRole,
        Paradigm,
        FunctionGroup,
        std::string,
        std::uint32_t,
        std::string>;
    using MemberKey = std::tuple<std::string, std::string, MetricType, MetricMode, ValueType>;
    using ClassKey = std::tuple<std::vector<MetricMemberRef>, MetricOccurrence, RecorderKind>;
    using NodeKey = std::tuple<std::string, std::string, SystemTreeNodeRef>;
    using PropertyKey = std::tuple<PropertyTarget, std::uint64_t, std::string, std::string>;

    std::size_t m_files;
    std::size_t m_added = 0;  ///< of the files
    Definitions m_whole;
    std::map<NodeKey, SystemTreeNodeRef> m_nodes;
    std::map<RegionKey, RegionRef> m_regions;
    std::map<MemberKey, MetricMemberRef> m_members;
    std::map<ClassKey, MetricRef> m_classes;
    std::map<PropertyKey, bool> m_properties;
    std::map<std::string, std::uint64_t> m_counts;
    std::map<std::string, CommRef> m_shared;  ///< communicators that parts have in common
    std::uint32_t m_nextMetric = 0;
};

/// The rank that a part of a job says it is.
[[nodiscard]] std::optional<std::uint64_t> rankOf(const Definitions& definitions);

}  // namespace vellum::server::reader::joint
