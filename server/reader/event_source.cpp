#include "server/reader/event_source.h"

namespace vellum::server::reader {

ReadOutcome EventReader::readInto(
    LocationIndex location, store::LocationBuilder& builder, const GoOn& goOn)
{
    return read(location, [&](const EventBatch& batch) {
        const bool isFull = !builder.add(
            {.tick = batch.tick,
             .kind = batch.kind,
             .payloadBegin = batch.payloadBegin,
             .payload = batch.payload},
            batch.attributes);
        return goOn(batch.size(), isFull);
    });
}

}  // namespace vellum::server::reader
