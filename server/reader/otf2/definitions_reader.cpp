#include "server/reader/otf2/definitions_reader.h"

#include "server/reader/otf2/definitions/gathering.h"
#include "server/reader/otf2/otf2_errors.h"

#include <otf2/otf2.h>

#include <exception>
#include <memory>

namespace vellum::server::reader::otf2 {

namespace {

struct DeleteCallbacks {
    void operator()(OTF2_GlobalDefReaderCallbacks* callbacks) const
    {
        OTF2_GlobalDefReaderCallbacks_Delete(callbacks);
    }
};
using Callbacks = std::unique_ptr<OTF2_GlobalDefReaderCallbacks, DeleteCallbacks>;

Callbacks makeCallbacks()
{
    Callbacks made(OTF2_GlobalDefReaderCallbacks_New());
    gatherSystem(made.get());
    gatherCode(made.get());
    gatherCommunication(made.get());
    gatherMetrics(made.get());
    gatherFiles(made.get());
    gatherProperties(made.get());
    return made;
}

}  // namespace

ReadDefinitions readDefinitions(OTF2_Reader_struct* reader, std::uint64_t atMost)
{
    Gathering gathering;
    static_cast<void>(takeError());
    OTF2_GlobalDefReader* definitions = OTF2_Reader_GetGlobalDefReader(reader);
    if (definitions == nullptr) {
        gathering.result.error = takeError();
        return std::move(gathering.result);
    }
    const Callbacks callbacks = makeCallbacks();
    OTF2_Reader_RegisterGlobalDefCallbacks(reader, definitions, callbacks.get(), &gathering);
    const OTF2_ErrorCode code =
        OTF2_Reader_ReadGlobalDefinitions(reader, definitions, atMost, &gathering.result.read);
    gathering.result.error = code == OTF2_SUCCESS ? std::string() : takeError();
    OTF2_Reader_CloseGlobalDefReader(reader, definitions);
    if (gathering.failure) {
        std::rethrow_exception(gathering.failure);
    }
    if (!gathering.result.hasClock) {
        gathering.result.definitions.clock = {};
    }
    return finish(gathering);
}

}  // namespace vellum::server::reader::otf2
