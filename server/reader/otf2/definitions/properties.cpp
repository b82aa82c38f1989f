#include "server/reader/otf2/definitions/gathering.h"
#include "server/reader/otf2/typed_value.h"

#include <string_view>

namespace vellum::server::reader::otf2 {

namespace {

constexpr std::array<std::string_view, 9> kDomains = {
    "machine",
    "shared memory",
    "NUMA",
    "socket",
    "cache",
    "core",
    "processing unit",
    "accelerator device",
    "networking device"};
constexpr std::array<std::string_view, 3> kParadigmProperties = {
    "communicator name template", "RMA window name template", "RMA only"};
constexpr std::array<std::string_view, 1> kIoParadigmProperties = {"version"};

/// The word for \p number, or "<what> <number>" where there is none yet.
template <std::size_t kCount>
std::string wordFor(
    const std::array<std::string_view, kCount>& words, std::uint8_t number, std::string_view what)
{
    return number < kCount ? std::string(words[number])
                           : std::string(what) + " " + std::to_string(number);
}

Property propertyOf(PropertyTarget target, std::uint64_t ref)
{
    return {.target = target, .ref = ref};
}

/// The callback of one of the kinds that name a thing, a string and a value.
template <RecordKind kKind, PropertyTarget kTarget, typename Ref>
OTF2_CallbackCode onProperty(
    void* userData, Ref ref, OTF2_StringRef name, OTF2_Type type, OTF2_AttributeValue value)
{
    return gather(userData, kKind, [&](Gathering& to) {
        to.properties.push_back(
            {.property = propertyOf(kTarget, ref),
             .name = StringRef(name),
             .value = typedValue(type, value)});
    });
}

OTF2_CallbackCode onDomain(
    void* userData, OTF2_SystemTreeNodeRef node, OTF2_SystemTreeDomain domain)
{
    return gather(userData, RecordKind::SystemTreeNodeDomain, [&](Gathering& to) {
        Property property = propertyOf(PropertyTarget::SystemTreeNode, node);
        property.name = "domain";
        property.value = wordFor(kDomains, domain, "domain");
        to.properties.push_back(
            {.property = std::move(property), .value = {.type = ValueType::String}});
    });
}

OTF2_CallbackCode onParadigmProperty(
    void* userData,
    OTF2_Paradigm paradigm,
    OTF2_ParadigmProperty which,
    OTF2_Type type,
    OTF2_AttributeValue value)
{
    return gather(userData, RecordKind::ParadigmProperty, [&](Gathering& to) {
        Property property = propertyOf(PropertyTarget::Paradigm, paradigm);
        property.name = wordFor(kParadigmProperties, which, "property");
        to.properties.push_back(
            {.property = std::move(property), .value = typedValue(type, value)});
    });
}

// NOLINTNEXTLINE(readability-function-size): the library's parameters
OTF2_CallbackCode onIoParadigm(
    void* userData,
    OTF2_IoParadigmRef self,
    OTF2_StringRef identification,
    OTF2_StringRef name,
    OTF2_IoParadigmClass paradigmClass,
    OTF2_IoParadigmFlag flags,
    std::uint8_t count,
    const OTF2_IoParadigmProperty* properties,
    const OTF2_Type* types,
    const OTF2_AttributeValue* values)
{
    return gather(userData, RecordKind::IoParadigm, [&](Gathering& to) {
        if (!to.ioParadigms.add(
                {.ref = IoParadigmRef(self),
                 .paradigmClass = enumOf<IoParadigmClass>(paradigmClass),
                 .flags = flags},
                to.result)) {
            return;
        }
        to.ioParadigms.setLater(&IoParadigm::identification, identification);
        to.ioParadigms.setLater(&IoParadigm::name, name);
        for (std::uint8_t i = 0; i < count; ++i) {
            Property property = propertyOf(PropertyTarget::IoParadigm, self);
            property.name = wordFor(kIoParadigmProperties, properties[i], "property");
            to.properties.push_back(
                {.property = std::move(property), .value = typedValue(types[i], values[i])});
        }
    });
}

}  // namespace

void gatherProperties(OTF2_GlobalDefReaderCallbacks* callbacks)
{
    OTF2_GlobalDefReaderCallbacks_SetSystemTreeNodePropertyCallback(
        callbacks,
        &onProperty<
            RecordKind::SystemTreeNodeProperty,
            PropertyTarget::SystemTreeNode,
            OTF2_SystemTreeNodeRef>);
    OTF2_GlobalDefReaderCallbacks_SetLocationGroupPropertyCallback(
        callbacks,
        &onProperty<
            RecordKind::LocationGroupProperty,
            PropertyTarget::LocationGroup,
            OTF2_LocationGroupRef>);
    OTF2_GlobalDefReaderCallbacks_SetLocationPropertyCallback(
        callbacks,
        &onProperty<RecordKind::LocationProperty, PropertyTarget::Location, OTF2_LocationRef>);
    OTF2_GlobalDefReaderCallbacks_SetCallingContextPropertyCallback(
        callbacks,
        &onProperty<
            RecordKind::CallingContextProperty,
            PropertyTarget::CallingContext,
            OTF2_CallingContextRef>);
    OTF2_GlobalDefReaderCallbacks_SetIoFilePropertyCallback(
        callbacks, &onProperty<RecordKind::IoFileProperty, PropertyTarget::IoFile, OTF2_IoFileRef>);
    OTF2_GlobalDefReaderCallbacks_SetSystemTreeNodeDomainCallback(callbacks, &onDomain);
    OTF2_GlobalDefReaderCallbacks_SetParadigmPropertyCallback(callbacks, &onParadigmProperty);
    OTF2_GlobalDefReaderCallbacks_SetIoParadigmCallback(callbacks, &onIoParadigm);
}

}  // namespace vellum::server::reader::otf2
