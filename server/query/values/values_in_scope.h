#pragma once

#include "server/query/registry.h"
#include "server/query/values/value_profile.h"

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vellum::server::query {

/// The trace of the run that the values of \p file are from, where that is another one; else empty.
[[nodiscard]] std::string otherRunOf(const sidecar::SideCar& file);

/// What the file says of itself under that key, of at most \p most bytes (three times as many where it is no UTF-8); empty where
/// it does not.
[[nodiscard]] std::string settingOf(
    const sidecar::SideCar& file, std::string_view key, std::size_t most);

/// Which operations a question is about: those that overlap the window, whole, of the locations asked. Of a question
/// about the whole trace also those that were not found in it.
struct ValueScope {
    TickRange window;
    std::vector<bool> isAsked;  ///< by place of a location
    bool isAll = false;         ///< the whole time of all locations

    [[nodiscard]] bool contains(const ValueProfile::Operation& operation) const;
};

/// The operations of one side-car that a question is about.
///
/// Threads  Immutable.
class FileInScope {
public:
    /// \p scope must outlive it.
    FileInScope(std::shared_ptr<const ValueProfile> profile, const ValueScope& scope)
        : m_profile(std::move(profile))
        , m_scope(&scope)
    {
    }

    [[nodiscard]] const ValueProfile& profile() const { return *m_profile; }
    [[nodiscard]] bool contains(std::uint64_t operation) const
    {
        const ValueProfile::Operation* found = m_profile->operation(operation);
        return operation == 0 ? m_scope->isAll : found != nullptr && m_scope->contains(*found);
    }

    /// Calls \p use with each record of a type.
    template <typename Record, typename Use>
    void forEach(const Use& use) const
    {
        m_profile->file().records<Record>().forEach(
            [&use](const Record& record, std::uint64_t /*index*/) { use(record); });
    }

private:
    std::shared_ptr<const ValueProfile> m_profile;
    const ValueScope* m_scope;
};

/// The same of all side-cars of a trace.
class ValuesInScope {
public:
    /// Errors   those of ValueProfile::allOf.
    [[nodiscard]] static Result<ValuesInScope> of(const TableCall& call)
    {
        return of(call.trace, call.scope.window, call.scope.locations);
    }
    [[nodiscard]] static Result<ValuesInScope> of(
        const store::TraceStore& trace,
        TickRange window,
        const std::vector<LocationIndex>& locations);

    /// One for each process' side-car: ids are of one file.
    [[nodiscard]] std::span<const FileInScope> files() const { return m_files; }
    /// Accesses of these operations that nobody looked at.
    [[nodiscard]] std::uint64_t lostAccesses() const;
    [[nodiscard]] std::uint64_t operations() const;
    /// The trace of the run that the values are from, where that is another one; else empty.
    [[nodiscard]] std::string otherRun() const;

private:
    std::shared_ptr<const ValueScope> m_scope;
    std::vector<FileInScope> m_files;
};

}  // namespace vellum::server::query
