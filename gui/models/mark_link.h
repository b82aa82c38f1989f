#pragma once

#include "common/trace/definitions.h"
#include "gui/models/selection.h"

#include <QObject>

#include <memory>
#include <optional>
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

private:
    struct Member {
        Selection* selection = nullptr;
        std::shared_ptr<const Definitions> definitions;
        std::optional<Highlight> seen;
    };

    void onChanged(const Selection* selection);
    void tell(const Member& from);

    std::vector<Member> m_members;
    bool m_isBusy = false;  ///< changes are our own
};

}  // namespace vellum::gui::models
