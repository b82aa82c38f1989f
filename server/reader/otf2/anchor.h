#pragma once

#include "common/base/result.h"

#include <filesystem>

namespace vellum::server::reader::otf2 {

/// Of the library that wrote an archive.
struct AnchorVersion {
    unsigned major = 0;
    unsigned minor = 0;
    unsigned bugfix = 0;
};

/// Checks an anchor file's own words before the library trusts them: its length, chunk sizes and
/// where the archive says its files are.
///
/// Layout   3, byte order mark, "OTF2\0", format (2 bytes), version (3), size of event and of
///          definition chunks (8 each), substrate, compression, locations (8), definitions (8), strings, …, 2, 1, 0.
/// Errors   dataLoss: cut off or senseless. invalidArgument: a substrate that cannot be read here.
/// Source   Found in the anchor files of OTF2 1.4 to 3.1 and confirmed by what otf2-print says of them.
[[nodiscard]] Result<AnchorVersion> checkAnchor(const std::filesystem::path& anchor);

}  // namespace vellum::server::reader::otf2
