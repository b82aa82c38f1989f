#include "gui/data/group_names.h"

#include "common/trace/group_names.h"
#include "gui/data/wording.h"

#include <algorithm>

namespace vellum::gui::data {

QString kindName(const Region& region)
{
    const QString name = text(vellum::kindName(region));
    const bool isWord = name.mid(1) == name.mid(1).toLower();  // "I/O", "OpenMP" are none
    return isWord ? name.toLower() : name;
}

GroupNames groupNames(const Definitions& definitions)
{
    const vellum::GroupNames known = vellum::groupNames(definitions);
    GroupNames names;
    std::ranges::transform(
        known, names.begin(), [](const std::string& name) { return text(name); });
    return names;
}

}  // namespace vellum::gui::data
