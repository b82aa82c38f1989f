#pragma once

#include "common/trace/enums.h"
#include "common/trace/refs.h"
#include "common/trace/values.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace vellum {

/// What a property belongs to; the reference beside it is of that kind.
enum class PropertyTarget : std::uint8_t {
    SystemTreeNode = 0,
    LocationGroup = 1,
    Location = 2,
    CallingContext = 3,
    IoFile = 4,
    Paradigm = 5,
    IoParadigm = 6,
};
inline constexpr std::uint8_t kPropertyTargets = 7;

/// "system_tree_node", "location_group", … as they stand in JSON.
[[nodiscard]] std::string_view name(PropertyTarget target);

/// What a trace says of one of its things in words: a device's memory, a node's domain, a file's
/// stripe count. Of any format.
struct Property {
    PropertyTarget target = PropertyTarget::SystemTreeNode;
    std::uint64_t ref = 0;
    std::string name;
    ValueType type = ValueType::String;  ///< what the text was in the trace
    std::string value;

    friend bool operator==(const Property&, const Property&) = default;
};

/// Names what events carry beside their own members.
struct Attribute {
    AttributeRef ref;
    std::string name;
    std::string description;
    ValueType type = ValueType::None;

    friend bool operator==(const Attribute&, const Attribute&) = default;
};

enum class ParameterType : std::uint8_t { String = 0, Int64 = 1, UInt64 = 2 };

/// Names what parameter records give a value to.
struct Parameter {
    ParameterRef ref;
    std::string name;
    ParameterType type = ParameterType::String;

    friend bool operator==(const Parameter&, const Parameter&) = default;
};

enum class ParadigmClass : std::uint8_t {
    Process = 0,
    ThreadForkJoin = 1,
    ThreadCreateWait = 2,
    Accelerator = 3,
};

/// A paradigm that the trace says it uses.
struct ParadigmDefinition {
    Paradigm paradigm = Paradigm::Unknown;
    std::string name;
    ParadigmClass paradigmClass = ParadigmClass::Process;

    friend bool operator==(const ParadigmDefinition&, const ParadigmDefinition&) = default;
};

/// A text that events may name.
struct StringDefinition {
    StringRef ref;
    std::string text;

    friend bool operator==(const StringDefinition&, const StringDefinition&) = default;
};

/// How many records of one kind the definitions have, of those kinds that occur.
struct DefinitionCount {
    std::string kind;  ///< OTF2's name: "Region", "Callsite", …
    std::uint64_t count = 0;

    friend bool operator==(const DefinitionCount&, const DefinitionCount&) = default;
};

}  // namespace vellum
