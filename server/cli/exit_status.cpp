#include "server/cli/exit_status.h"

#include "common/query/selection_words.h"
#include "server/cli/options.h"

namespace vellum::server::cli {

namespace {

int statusOfKind(ErrorKind kind)
{
    switch (kind) {
    case ErrorKind::ResourceExhausted:
        return kOutOfLimit;
    case ErrorKind::Cancelled:
        return kInterrupted;
    case ErrorKind::Unavailable:
    case ErrorKind::Unimplemented:
    case ErrorKind::Internal:
        return kServerUnreachable;
    case ErrorKind::InvalidArgument:
    case ErrorKind::NotFound:
    case ErrorKind::DataLoss:
        break;
    }
    return kTraceUnreadable;
}

}  // namespace

int statusOfOpen(const Error& error)
{
    return vellum::query::isAboutSelection(error) ? kWrongUsage : statusOfKind(error.kind);
}

int statusOfAnswer(const Error& error)
{
    const bool isUsage =
        error.kind == ErrorKind::InvalidArgument || error.kind == ErrorKind::NotFound;
    return isUsage ? kWrongUsage : statusOfKind(error.kind);
}

int complainAbout(const Error& error, int status)
{
    if (status != kInterrupted) {
        complain(error.message);
    }
    return status;
}

}  // namespace vellum::server::cli
