#include "server/reader/event_source.h"

namespace vellum::server::reader {

ReadOutcome EventReader::readInto(
    LocationIndex location, store::LocationBuilder& builder, const GoOn& goOn)
{
    return read(location, [&](const EventBatch& batch) {
        const std::uint64_t first = builder.size();
        const bool isFull = !builder.add(
            {.tick = batch.tick,
             .kind = batch.kind,
             .payloadBegin = batch.payloadBegin,
             .payload = batch.payload});
        builder.addAttributes(batch.attributes, first, batch.tick);
        return goOn(batch.size(), isFull);
    });
}

}  // namespace vellum::server::reader
