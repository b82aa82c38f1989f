#pragma once

#include "common/compare/name_choices.h"
#include "common/trace/definitions.h"
#include "gui/models/selection.h"

#include <QObject>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace vellum::gui::models {

/// The same function in another trace: that of the same name, if possible of the same group and paradigm too;
/// undefined where there is none.
[[nodiscard]] RegionRef sameRegion(
    RegionRef region, const Definitions& from, const Definitions& to);

/// What stands out in one of several traces stands out in all: functions by name, function groups and paradigms as they are.
///
/// Threads  GUI thread.
class MarkLink : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    /// Joins the others. It must leave before it is gone.
    void add(Selection& selection, std::shared_ptr<const Definitions> definitions);
    void remove(const Selection& selection);

    /// Functions that have another name in one of two traces than in the other: they stand out together, too.
    struct OtherNames {
        const Selection* a = nullptr;
        const Selection* b = nullptr;
        std::vector<compare::NamePair> names;
    };
    void setOtherNames(OtherNames names) { m_otherNames = std::move(names); }

private:
    struct Member {
        Selection* selection = nullptr;
        std::shared_ptr<const Definitions> definitions;
        std::optional<Highlight> seen;
    };

    void onChanged(const Selection* selection);
    void tell(const Member& from);
    [[nodiscard]] RegionRef regionIn(const Member& to, RegionRef region, const Member& from) const;

    std::vector<Member> m_members;
    OtherNames m_otherNames;
    bool m_isBusy = false;  ///< changes are our own
};

}  // namespace vellum::gui::models
