#include "common/base/error.h"

namespace vellum {

std::string_view name(ErrorKind kind)
{
    switch (kind) {
    case ErrorKind::InvalidArgument:
        return "invalid-argument";
    case ErrorKind::NotFound:
        return "not-found";
    case ErrorKind::DataLoss:
        return "data-loss";
    case ErrorKind::ResourceExhausted:
        return "resource-exhausted";
    case ErrorKind::Unavailable:
        return "unavailable";
    case ErrorKind::Cancelled:
        return "cancelled";
    case ErrorKind::Unimplemented:
        return "unimplemented";
    case ErrorKind::Internal:
        return "internal";
    }
    return "internal";
}

}  // namespace vellum
