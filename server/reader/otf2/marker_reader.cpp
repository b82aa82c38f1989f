#include "server/reader/otf2/marker_reader.h"

#include "server/reader/otf2/otf2_errors.h"

#include <otf2/otf2.h>

#include <algorithm>
#include <exception>
#include <memory>
#include <unordered_set>
#include <utility>

namespace vellum::server::reader::otf2 {

namespace {

// As events': beyond it lies only damage.
constexpr Tick kMostTick = Tick(1) << 61;

/// The library's user data.
struct Gathered {
    ReadMarkers result;
    std::unordered_set<MarkerRef> known;
    std::uint64_t globalOffset = 0;
    std::exception_ptr failure;
};

/// Nothing is thrown through a C library.
template <typename Body>
OTF2_CallbackCode guarded(void* userData, Body body) noexcept
{
    auto& gathered = *static_cast<Gathered*>(userData);
    try {
        body(gathered);
    } catch (const std::exception&) {
        gathered.failure = std::current_exception();
        return OTF2_CALLBACK_ERROR;
    }
    return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode onDefinition(
    void* userData,
    OTF2_MarkerRef self,
    const char* group,
    const char* category,
    OTF2_MarkerSeverity severity)
{
    return guarded(userData, [&](Gathered& to) {
        if (!to.known.insert(MarkerRef(self)).second) {
            ++to.result.duplicates;
            return;
        }
        to.result.definitions.push_back(
            {.ref = MarkerRef(self),
             .group = group,
             .category = category,
             .severity = static_cast<MarkerSeverity>(severity)});
    });
}

// NOLINTNEXTLINE(readability-function-size): the library's parameters
OTF2_CallbackCode onMarker(
    void* userData,
    OTF2_TimeStamp time,
    OTF2_TimeStamp duration,
    OTF2_MarkerRef marker,
    OTF2_MarkerScope scope,
    std::uint64_t scopeRef,
    const char* text)
{
    return guarded(userData, [&](Gathered& to) {
        to.result.markers.push_back(
            {.tick = std::clamp(static_cast<Tick>(time - to.globalOffset), -kMostTick, kMostTick),
             .duration = duration,
             .marker = MarkerRef(marker),
             .scope = static_cast<MarkerScope>(scope),
             .scopeRef = scopeRef,
             .text = text});
    });
}

struct DeleteCallbacks {
    void operator()(OTF2_MarkerReaderCallbacks* callbacks) const
    {
        OTF2_MarkerReaderCallbacks_Delete(callbacks);
    }
};
using Callbacks = std::unique_ptr<OTF2_MarkerReaderCallbacks, DeleteCallbacks>;

}  // namespace

ReadMarkers readMarkers(
    OTF2_Reader_struct* reader, std::uint64_t atMost, std::uint64_t globalOffset)
{
    Gathered gathered{.globalOffset = globalOffset};
    static_cast<void>(takeError());
    OTF2_MarkerReader* markers = OTF2_Reader_GetMarkerReader(reader);
    if (markers == nullptr) {
        gathered.result.error = takeError();
        return std::move(gathered.result);
    }
    const Callbacks callbacks(OTF2_MarkerReaderCallbacks_New());
    OTF2_MarkerReaderCallbacks_SetDefMarkerCallback(callbacks.get(), &onDefinition);
    OTF2_MarkerReaderCallbacks_SetMarkerCallback(callbacks.get(), &onMarker);
    OTF2_Reader_RegisterMarkerCallbacks(reader, markers, callbacks.get(), &gathered);
    std::uint64_t read = 0;
    const OTF2_ErrorCode code = OTF2_Reader_ReadMarkers(reader, markers, atMost, &read);
    gathered.result.error = code == OTF2_SUCCESS ? std::string() : takeError();
    OTF2_Reader_CloseMarkerReader(reader, markers);
    if (gathered.failure) {
        std::rethrow_exception(gathered.failure);
    }
    std::ranges::stable_sort(gathered.result.markers, {}, &Marker::tick);
    return std::move(gathered.result);
}

}  // namespace vellum::server::reader::otf2
