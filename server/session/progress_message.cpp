#include "server/session/progress_message.h"

namespace vellum::server::session {

codec::OpenProgress toMessage(const import::Progress& progress)
{
    return {
        .bytesDone = progress.bytesDone,
        .bytesTotal = progress.bytesTotal,
        .locationsDone = progress.locationsDone,
        .locationsTotal = progress.locationsTotal,
        .eventsRead = progress.eventsRead};
}

}  // namespace vellum::server::session
