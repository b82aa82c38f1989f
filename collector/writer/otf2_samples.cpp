// What Otf2Archive writes of samples of call stacks.
#include "collector/writer/otf2_archive_state.h"

namespace vellum::collector::writer {

void Otf2Archive::sampleContext(
    std::uint64_t tick, ContextRef context, std::uint32_t unwindDistance, GeneratorRef generator)
{
    State& state = *m_state;
    if (state.isOk()) {
        state.check(OTF2_EvtWriter_CallingContextSample(
            state.events, nullptr, state.time(tick), context, unwindDistance, generator));
    }
}

void Otf2Archive::defineContext(
    ContextRef self, RegionRef region, const Region& place, std::optional<ContextRef> parent)
{
    State& state = *m_state;
    if (!state.isOk()) {
        return;
    }
    OTF2_SourceCodeLocationRef source = OTF2_UNDEFINED_SOURCE_CODE_LOCATION;
    if (!place.file.empty()) {
        const auto [known, isNew] = state.places.try_emplace(
            {place.file, place.line}, static_cast<std::uint32_t>(state.places.size()));
        source = known->second;
        if (isNew) {
            state.check(OTF2_GlobalDefWriter_WriteSourceCodeLocation(
                state.definitions, source, state.string(place.file), place.line));
        }
    }
    state.check(OTF2_GlobalDefWriter_WriteCallingContext(
        state.definitions, self, region, source, parent.value_or(OTF2_UNDEFINED_CALLING_CONTEXT)));
}

void Otf2Archive::defineGenerator(
    GeneratorRef self, const std::string& name, std::uint64_t periodNs)
{
    State& state = *m_state;
    if (state.isOk()) {
        constexpr std::int64_t kNanoseconds = -9;
        state.check(OTF2_GlobalDefWriter_WriteInterruptGenerator(
            state.definitions,
            self,
            state.string(name),
            OTF2_INTERRUPT_GENERATOR_MODE_TIME,
            OTF2_BASE_DECIMAL,
            kNanoseconds,
            periodNs));
    }
}

}  // namespace vellum::collector::writer
