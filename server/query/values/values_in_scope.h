#pragma once

#include "server/query/registry.h"
#include "server/query/values/value_profile.h"

#include <memory>
#include <vector>

namespace vellum::server::query {

/// Which operations of a side-car a question is about: those that overlap the window, whole, of the locations asked.
/// Of a question about the whole trace also those that were not found in it.
class ValuesInScope {
public:
    /// Errors   those of ValueProfile::of.
    [[nodiscard]] static Result<ValuesInScope> of(const TableCall& call);

    [[nodiscard]] const ValueProfile& profile() const { return *m_profile; }
    [[nodiscard]] bool contains(std::uint64_t operation) const
    {
        const ValueProfile::Operation* found = m_profile->operation(operation);
        return operation == 0 ? m_isAll : found != nullptr && contains(*found);
    }
    [[nodiscard]] bool contains(const ValueProfile::Operation& operation) const;
    /// Accesses of these operations that nobody looked at.
    [[nodiscard]] std::uint64_t lostAccesses() const;
    [[nodiscard]] std::uint64_t operations() const;

private:
    std::shared_ptr<const ValueProfile> m_profile;
    TickRange m_window;
    std::vector<bool> m_isAsked;  ///< by place of a location
    bool m_isAll = false;         ///< the whole time of all locations
};

}  // namespace vellum::server::query
