#pragma once

#include "common/query/answers.h"
#include "common/trace/definitions.h"

#include <QString>

#include <cstddef>
#include <cstdint>
#include <set>
#include <vector>

namespace vellum::gui::models {

/// What stands outermost in a chart of input and output.
enum class IoRowsBy : std::uint8_t {
    File,      ///< below it the locations
    Location,  ///< below it the files
    SystemTree,  ///< nodes, processes and locations as the master timeline has them, below these the files
};

/// A row of it. A parent is the sum of what is below it, folded or not.
struct IoTreeRow {
    QString name;
    QString key;  ///< what folding is remembered by
    int level = 0;
    bool isParent = false;
    bool isFolded = false;
    std::vector<std::size_t> of;         ///< rows of the answer that it is the sum of
    query::IoNumbers numbers;            ///< of the window
    std::vector<query::IoPoint> points;  ///< columns in which something is, strictly increasing
    /// When something is open or asynchronous operations are under way: by kind, then begin; those of one
    /// kind do not overlap.
    std::vector<query::IoSpan> spans;
};

/// The file of a handle, or the handle's own name where it has none.
[[nodiscard]] QString fileName(const Definitions& definitions, IoHandleRef handle);

/// The rows of an answer, in the order of their first use; those below folded ones are left out.
///
/// Cost     O(rows · levels of the tree · columns)
[[nodiscard]] std::vector<IoTreeRow> ioRows(
    const query::Io& answer,
    const Definitions& definitions,
    IoRowsBy by,
    const std::set<QString>& folded);

/// All rows that can be folded, whatever is.
[[nodiscard]] std::set<QString> ioParents(
    const query::Io& answer, const Definitions& definitions, IoRowsBy by);

}  // namespace vellum::gui::models
