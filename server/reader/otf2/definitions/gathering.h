#pragma once

#include "common/trace/definitions.h"
#include "common/trace/reference_kinds.h"
#include "server/reader/otf2/definitions_reader.h"

#include <otf2/otf2.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <limits>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

namespace vellum::server::reader::otf2 {

/// The records of a definitions file, in the order in which they are counted.
enum class RecordKind : std::uint8_t {
    ClockProperties,
    Paradigm,
    ParadigmProperty,
    IoParadigm,
    String,
    Attribute,
    SystemTreeNode,
    SystemTreeNodeProperty,
    SystemTreeNodeDomain,
    LocationGroup,
    LocationGroupProperty,
    Location,
    LocationProperty,
    Region,
    Callsite,
    Callpath,
    CallpathParameter,
    SourceCodeLocation,
    CallingContext,
    CallingContextProperty,
    InterruptGenerator,
    Group,
    Comm,
    InterComm,
    RmaWin,
    CartDimension,
    CartTopology,
    CartCoordinate,
    MetricMember,
    MetricClass,
    MetricInstance,
    MetricClassRecorder,
    Parameter,
    IoRegularFile,
    IoDirectory,
    IoFileProperty,
    IoHandle,
    IoPreCreatedHandleState,
    Unknown,
};
inline constexpr std::size_t kRecordKinds = 39;

template <typename Enum>
Enum enumOf(std::uint64_t value)
{
    const bool fits = value <= std::numeric_limits<std::underlying_type_t<Enum>>::max();
    return fits ? static_cast<Enum>(value) : Enum{};
}

/// Gathers the records of one kind; of two with one reference the first stays.
template <typename Definition>
class Kind {
public:
    using Ref = decltype(Definition::ref);

    explicit Kind(const char* name) : m_name(name) {}

    /// \return whether it was new; else the reference is taken
    bool add(Definition definition, ReadDefinitions& result)
    {
        if (!m_known.try_emplace(definition.ref, m_definitions.size()).second) {
            if (result.duplicates++ == 0) {
                result.firstDuplicate =
                    std::string(m_name) + " " + std::to_string(definition.ref.value());
            }
            return false;
        }
        m_definitions.push_back(std::move(definition));
        return true;
    }

    /// A text of the definition added last. Strings may be defined behind those who name them.
    void setLater(std::string Definition::*member, OTF2_StringRef string)
    {
        m_texts.push_back({m_definitions.size() - 1, member, StringRef(string)});
    }

    [[nodiscard]] Definition* find(Ref ref)
    {
        const auto found = m_known.find(ref);
        return found == m_known.end() ? nullptr : &m_definitions[found->second];
    }

    /// Hands the definitions over with their texts.
    ///
    /// \param undefined  counts the texts that no string is
    std::vector<Definition> take(
        Kind<StringDefinition>& strings, store::UndefinedReferences& undefined)
    {
        for (const Text& text : m_texts) {
            Definition& definition = m_definitions[text.index];
            if (const StringDefinition* found = strings.find(text.string); found != nullptr) {
                definition.*text.member = found->text;
            } else if (text.string.isDefined()) {
                undefined.add(RefKind::String, [&] {
                    return std::string(m_name) + " " + std::to_string(definition.ref.value())
                           + " names string " + std::to_string(text.string.value())
                           + ", which is not defined";
                });
            }
        }
        return std::move(m_definitions);
    }

    /// As they are: for strings themselves.
    std::vector<Definition> take() { return std::move(m_definitions); }

private:
    struct Text {
        std::size_t index = 0;
        std::string Definition::*member = nullptr;
        StringRef string;
    };

    const char* m_name;
    std::vector<Definition> m_definitions;
    std::unordered_map<Ref, std::size_t> m_known;
    std::vector<Text> m_texts;
};

/// A property whose name, and value perhaps, are strings yet to come.
struct PendingProperty {
    Property property;
    StringRef name;  ///< undefined where `property` has it
    TypedValue value;
};

/// What a definition that is not kept names.
struct Naming {
    const char* who = "";
    RefKind kind = RefKind::None;
    std::uint64_t ref = 0;
};

/// Takes the callbacks' records; the library's user data.
struct Gathering {
    ReadDefinitions result;
    std::exception_ptr failure;
    std::array<std::uint64_t, kRecordKinds> counts{};

    Kind<StringDefinition> strings{"string"};
    Kind<SystemTreeNode> nodes{"system tree node"};
    Kind<LocationGroup> locationGroups{"location group"};
    Kind<Location> locations{"location"};
    Kind<Region> regions{"region"};
    Kind<SourceCodeLocation> sourceCodeLocations{"source code location"};
    Kind<CallingContext> callingContexts{"calling context"};
    Kind<InterruptGenerator> interruptGenerators{"interrupt generator"};
    Kind<Attribute> attributes{"attribute"};
    Kind<Parameter> parameters{"parameter"};
    Kind<Group> groups{"group"};
    Kind<Communicator> communicators{"communicator"};
    Kind<RmaWindow> rmaWindows{"rma window"};
    Kind<CartDimension> cartDimensions{"dimension"};
    Kind<CartTopology> cartTopologies{"topology"};
    Kind<MetricMember> metricMembers{"metric member"};
    Kind<MetricClass> metricClasses{"metric class"};
    Kind<MetricInstance> metricInstances{"metric instance"};
    Kind<IoParadigm> ioParadigms{"i/o paradigm"};
    Kind<IoFile> ioFiles{"file"};
    Kind<IoHandle> ioHandles{"i/o handle"};

    std::vector<std::pair<ParadigmDefinition, StringRef>> paradigms;
    std::vector<PendingProperty> properties;
    std::vector<CartCoordinate> cartCoordinates;
    std::vector<MetricClassRecorder> metricClassRecorders;
    /// The last three members count; they may come before the handle that they belong to.
    std::vector<IoHandle> preCreatedHandles;
    std::vector<Naming> namings;
};

/// Runs \p body on the gathering that \p userData is and counts a record of \p kind. The library is
/// C: nothing may be thrown through it.
template <typename Body>
OTF2_CallbackCode gather(void* userData, RecordKind kind, Body body) noexcept
{
    auto& gathering = *static_cast<Gathering*>(userData);
    try {
        ++gathering.counts[static_cast<std::size_t>(kind)];
        body(gathering);
    } catch (const std::exception&) {
        gathering.failure = std::current_exception();
        return OTF2_CALLBACK_ERROR;
    }
    return OTF2_CALLBACK_SUCCESS;
}

// Which callbacks each of the files of this folder has.
void gatherSystem(OTF2_GlobalDefReaderCallbacks* callbacks);
void gatherCode(OTF2_GlobalDefReaderCallbacks* callbacks);
void gatherCommunication(OTF2_GlobalDefReaderCallbacks* callbacks);
void gatherMetrics(OTF2_GlobalDefReaderCallbacks* callbacks);
void gatherFiles(OTF2_GlobalDefReaderCallbacks* callbacks);
void gatherProperties(OTF2_GlobalDefReaderCallbacks* callbacks);

/// Counts the references that name nothing, once all definitions have their lookups.
void findUndefined(Gathering& in);

/// What has been gathered, with every text in its place. \p from is done with then.
[[nodiscard]] ReadDefinitions finish(Gathering& from);

}  // namespace vellum::server::reader::otf2
