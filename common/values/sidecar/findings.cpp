#include "common/values/sidecar/findings.h"

namespace vellum::values::sidecar {

std::string_view name(FindingKind kind)
{
    static constexpr std::array<std::string_view, kFindingKinds> kNames{
        "not-finished",    "damaged-head", "footer",        "damaged-chunk",  "unread-bytes",
        "too-many-chunks", "unknown-type", "unknown-codec", "record-size",    "strings",
        "unresolved-id",   "times",        "changed-bytes", "temporal-count", "spatial-count",
        "item-count",      "unique-items", "object-life",   "access-sum",     "edge-sum",
        "page-class"};
    return kNames[static_cast<std::size_t>(kind)];
}

bool isDamage(FindingKind kind)
{
    return kind != FindingKind::NotFinished && kind != FindingKind::UnknownType;
}

std::vector<Finding> FindingList::all() const
{
    std::vector<Finding> found;
    for (std::size_t i = 0; i < m_findings.size(); ++i) {
        if (m_findings[i].count > 0) {
            found.push_back(m_findings[i]);
            found.back().kind = static_cast<FindingKind>(i);
        }
    }
    return found;
}

}  // namespace vellum::values::sidecar
