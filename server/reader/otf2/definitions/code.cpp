#include "server/reader/otf2/definitions/gathering.h"

namespace vellum::server::reader::otf2 {

namespace {

// NOLINTNEXTLINE(readability-function-size): the library's parameters
OTF2_CallbackCode onRegion(
    void* userData,
    OTF2_RegionRef self,
    OTF2_StringRef name,
    OTF2_StringRef canonicalName,
    OTF2_StringRef description,
    OTF2_RegionRole role,
    OTF2_Paradigm paradigm,
    OTF2_RegionFlag /*flags*/,
    OTF2_StringRef sourceFile,
    std::uint32_t beginLine,
    std::uint32_t endLine)
{
    return gather(userData, RecordKind::Region, [&](Gathering& to) {
        if (to.regions.add(
                {.ref = RegionRef(self),
                 .role = enumOf<RegionRole>(role),
                 .paradigm = enumOf<Paradigm>(paradigm),
                 .beginLine = beginLine,
                 .endLine = endLine},
                to.result)) {
            to.regions.setLater(&Region::name, name);
            to.regions.setLater(&Region::canonicalName, canonicalName);
            to.regions.setLater(&Region::sourceFile, sourceFile);
            to.regions.setLater(&Region::description, description);
        }
    });
}

OTF2_CallbackCode onSourceCodeLocation(
    void* userData, OTF2_SourceCodeLocationRef self, OTF2_StringRef file, std::uint32_t line)
{
    return gather(userData, RecordKind::SourceCodeLocation, [&](Gathering& to) {
        if (to.sourceCodeLocations.add(
                {.ref = SourceCodeLocationRef(self), .line = line}, to.result)) {
            to.sourceCodeLocations.setLater(&SourceCodeLocation::file, file);
        }
    });
}

OTF2_CallbackCode onCallingContext(
    void* userData,
    OTF2_CallingContextRef self,
    OTF2_RegionRef region,
    OTF2_SourceCodeLocationRef source,
    OTF2_CallingContextRef parent)
{
    return gather(userData, RecordKind::CallingContext, [&](Gathering& to) {
        to.callingContexts.add(
            {.ref = CallingContextRef(self),
             .region = RegionRef(region),
             .parent = CallingContextRef(parent),
             .source = SourceCodeLocationRef(source)},
            to.result);
    });
}

// NOLINTNEXTLINE(readability-function-size): the library's parameters
OTF2_CallbackCode onInterruptGenerator(
    void* userData,
    OTF2_InterruptGeneratorRef self,
    OTF2_StringRef name,
    OTF2_InterruptGeneratorMode mode,
    OTF2_Base base,
    std::int64_t exponent,
    std::uint64_t period)
{
    return gather(userData, RecordKind::InterruptGenerator, [&](Gathering& to) {
        if (to.interruptGenerators.add(
                {.ref = InterruptGeneratorRef(self),
                 .mode = enumOf<InterruptGeneratorMode>(mode),
                 .base = enumOf<NumberBase>(base),
                 .exponent = exponent,
                 .period = period},
                to.result)) {
            to.interruptGenerators.setLater(&InterruptGenerator::name, name);
        }
    });
}

OTF2_CallbackCode onAttribute(
    void* userData,
    OTF2_AttributeRef self,
    OTF2_StringRef name,
    OTF2_StringRef description,
    OTF2_Type type)
{
    return gather(userData, RecordKind::Attribute, [&](Gathering& to) {
        if (to.attributes.add(
                {.ref = AttributeRef(self), .type = enumOf<ValueType>(type)}, to.result)) {
            to.attributes.setLater(&Attribute::name, name);
            to.attributes.setLater(&Attribute::description, description);
        }
    });
}

OTF2_CallbackCode onParameter(
    void* userData, OTF2_ParameterRef self, OTF2_StringRef name, OTF2_ParameterType type)
{
    return gather(userData, RecordKind::Parameter, [&](Gathering& to) {
        if (to.parameters.add(
                {.ref = ParameterRef(self), .type = enumOf<ParameterType>(type)}, to.result)) {
            to.parameters.setLater(&Parameter::name, name);
        }
    });
}

// No event names one of these three: they are counted only, and what they name is looked for.

OTF2_CallbackCode onCallsite(
    void* userData,
    OTF2_CallsiteRef /*self*/,
    OTF2_StringRef sourceFile,
    std::uint32_t /*line*/,
    OTF2_RegionRef entered,
    OTF2_RegionRef left)
{
    return gather(userData, RecordKind::Callsite, [&](Gathering& to) {
        const char* const who = "a callsite";
        to.namings.push_back({.who = who, .kind = RefKind::String, .ref = sourceFile});
        to.namings.push_back({.who = who, .kind = RefKind::Region, .ref = entered});
        to.namings.push_back({.who = who, .kind = RefKind::Region, .ref = left});
    });
}

OTF2_CallbackCode onCallpath(
    void* userData, OTF2_CallpathRef /*self*/, OTF2_CallpathRef /*parent*/, OTF2_RegionRef region)
{
    return gather(userData, RecordKind::Callpath, [&](Gathering& to) {
        to.namings.push_back({.who = "a callpath", .kind = RefKind::Region, .ref = region});
    });
}

OTF2_CallbackCode onCallpathParameter(
    void* userData,
    OTF2_CallpathRef /*callpath*/,
    OTF2_ParameterRef parameter,
    OTF2_Type /*type*/,
    OTF2_AttributeValue /*value*/)
{
    return gather(userData, RecordKind::CallpathParameter, [&](Gathering& to) {
        to.namings.push_back(
            {.who = "a callpath's parameter", .kind = RefKind::Parameter, .ref = parameter});
    });
}

}  // namespace

void gatherCode(OTF2_GlobalDefReaderCallbacks* callbacks)
{
    OTF2_GlobalDefReaderCallbacks_SetRegionCallback(callbacks, &onRegion);
    OTF2_GlobalDefReaderCallbacks_SetSourceCodeLocationCallback(callbacks, &onSourceCodeLocation);
    OTF2_GlobalDefReaderCallbacks_SetCallingContextCallback(callbacks, &onCallingContext);
    OTF2_GlobalDefReaderCallbacks_SetInterruptGeneratorCallback(callbacks, &onInterruptGenerator);
    OTF2_GlobalDefReaderCallbacks_SetAttributeCallback(callbacks, &onAttribute);
    OTF2_GlobalDefReaderCallbacks_SetParameterCallback(callbacks, &onParameter);
    OTF2_GlobalDefReaderCallbacks_SetCallsiteCallback(callbacks, &onCallsite);
    OTF2_GlobalDefReaderCallbacks_SetCallpathCallback(callbacks, &onCallpath);
    OTF2_GlobalDefReaderCallbacks_SetCallpathParameterCallback(callbacks, &onCallpathParameter);
}

}  // namespace vellum::server::reader::otf2
