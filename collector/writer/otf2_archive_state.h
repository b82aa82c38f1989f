#pragma once

#include "collector/writer/otf2_archive.h"

#include <otf2/otf2.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace vellum::collector::writer {

/// What the sources of Otf2Archive share, and nobody else.
struct Otf2Archive::State {
    std::filesystem::path directory;
    OTF2_Archive* archive = nullptr;
    OTF2_EvtWriter* events = nullptr;
    OTF2_GlobalDefWriter* definitions = nullptr;
    LocationRef location = 0;
    std::map<std::string, StringRef> strings;
    struct AttributeDefinition {
        std::string name;
        AttributeType type = AttributeType::UInt;
    };
    std::vector<AttributeDefinition> attributes;
    OTF2_AttributeList* attributeList = nullptr;
    OTF2_ErrorCode failure = OTF2_SUCCESS;
    ClockMap clock;
    std::uint64_t floor = 0;
    std::uint64_t latest = 0;
    std::uint32_t groups = 0;         ///< those that are defined
    std::uint32_t communicators = 0;  ///< Cartesian topologies that are defined
    std::uint32_t grids = 0;          ///< likewise
    std::uint32_t gridDimensions = 0;
    OTF2_RmaWinRef deviceWindow = 0;  ///< behind those of MPI
    std::map<std::pair<std::string, std::uint32_t>, std::uint32_t>
        places;  ///< in sources, likewise

    /// The machine's node is 0, those of hosts follow.
    static constexpr std::uint32_t kFirstHostNode = 1;

    [[nodiscard]] static OTF2_SystemTreeNodeRef nodeRef(std::size_t node)
    {
        return kFirstHostNode + static_cast<OTF2_SystemTreeNodeRef>(node);
    }

    /// A tick of the location's clock as the archive has it.
    std::uint64_t time(std::uint64_t tick)
    {
        latest = std::max(floor, clock(tick));
        return latest;
    }
    bool isOk() const { return failure == OTF2_SUCCESS; }
    void check(OTF2_ErrorCode code)
    {
        if (isOk()) {
            failure = code;
        }
    }
    void checkSpace();
    StringRef string(const std::string& text);
    /// A group of MPI's.
    OTF2_GroupRef defineRanks(OTF2_GroupType type, const std::vector<std::uint64_t>& members);
    void defineGrid(CommunicatorRef communicator, const Communicator& definition);
    void writeLocalDefinitions();
    void writeStrings();
    void writeAttributes();
    void defineMember(MetricRef self, const MetricMember& member, OTF2_Type type);
    void writeIoParadigms(bool hasMpi);
    void writeIoFile(IoDefinitions::FileRef self, const IoDefinitions::File& file);
    void writeIoHandle(IoDefinitions::HandleRef self, const IoDefinitions::Handle& handle);
};

}  // namespace vellum::collector::writer
