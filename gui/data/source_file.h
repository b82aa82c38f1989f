#pragma once

#include "common/base/result.h"

#include <QString>
#include <QStringList>

#include <cstddef>
#include <vector>

namespace vellum::gui::data {

/// Where sources lie on this computer: a path that begins with `from` begins with `to` here.
struct PathMapping {
    QString from;
    QString to;

    friend bool operator==(const PathMapping&, const PathMapping&) = default;
};
using PathMappings = std::vector<PathMapping>;

/// The path on this computer; of several that fit the longest `from` counts. Whole names of folders only: "/a" is not
/// the begin of "/ab/c".
[[nodiscard]] QString mappedPath(const QString& path, const PathMappings& mappings);

/// What makes of \p path the file \p found, which the user pointed at: names that both end with are left out. Nothing to
/// map: both empty.
[[nodiscard]] PathMapping mappingOf(const QString& path, const QString& found);

/// "from => to" a line, and back; a line without an arrow, or with nothing before it, is left out.
[[nodiscard]] QString textOf(const PathMappings& mappings);
[[nodiscard]] PathMappings mappingsOf(const QString& text);

/// More is no source that somebody wrote.
inline constexpr std::size_t kMostSourceBytes = std::size_t{16} << 20U;

/// The lines of a source; tabs are up to the next multiple of eight.
///
/// Errors   those of mapped_file::Mapping::open; resourceExhausted: more than kMostSourceBytes
/// Threads  Any; waits for the disk.
[[nodiscard]] Result<QStringList> readSource(const QString& path);

}  // namespace vellum::gui::data
