#pragma once

#include "common/base/result.h"
#include "common/query/values_summary.h"
#include "common/values/sidecar/id_index.h"
#include "common/values/sidecar/reader.h"
#include "server/store/trace_store.h"

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace vellum::server::query {

namespace sidecar = vellum::values::sidecar;

/// What was found about values in a process of the run of a trace, joined to it: which operation is whose and when, and
/// what objects and sites are called.
///
/// Source   A side-car that the trace names (VELLUM::SIDECAR), else `<name>.vps` beside it.
/// Threads  Immutable.
class ValueProfile {
public:
    /// An operation in the time of the trace.
    struct Operation {
        TickRange range;            ///< at least one tick
        LocationIndex location;     ///< undefined where the trace does not have it
        RegionRef region;           ///< likewise
        std::uint32_t quality = 0;  ///< of the join, 0 … 3
        bool isMerged = false;      ///< of several visits of the function
        bool isJoined = false;      ///< else it is in no window and on no location
    };

    /// Errors   notFound: nothing was recorded beside the trace; invalidArgument: that of another run;
    ///          those of `sidecar::SideCar::open`. Of several the first one's, where none can be used.
    /// \return one for each process' side-car, in the order of their numbers; those that cannot be used are left out
    [[nodiscard]] static Result<std::vector<std::shared_ptr<const ValueProfile>>> allOf(
        const store::TraceStore& trace);

    [[nodiscard]] const sidecar::SideCar& file() const { return *m_file; }
    /// Null where the file has no such operation.
    [[nodiscard]] const Operation* operation(std::uint64_t id) const;
    [[nodiscard]] std::size_t operations() const { return m_operations.size(); }
    /// Calls \p use with each, in any order.
    template <typename Use>
    void forEachOperation(const Use& use) const
    {
        for (const auto& [id, operation] : m_operations) {
            use(operation);
        }
    }

    /// "cells"; of one without a name "object 7".
    [[nodiscard]] std::string objectName(std::uint64_t object) const;
    /// "allocated in make_grid"; empty where nothing is known.
    [[nodiscard]] std::string objectWhere(std::uint64_t object) const;
    /// Its first byte; 0: not known.
    [[nodiscard]] std::uint64_t objectBase(std::uint64_t object) const;
    /// In bytes; 0: not known.
    [[nodiscard]] std::uint64_t objectSize(std::uint64_t object) const;
    /// "stencil.c:41"; without debug information "function+0x1c".
    [[nodiscard]] std::string siteLine(std::uint32_t site) const;
    /// The path of its source as the debug information has it, and the line from 1; empty and 0 where they are not
    /// both known.
    [[nodiscard]] std::pair<std::string, std::uint32_t> siteSource(std::uint32_t site) const;
    /// Of its instruction, from its function's begin on; 0 where nothing is known.
    [[nodiscard]] std::uint64_t siteOffset(std::uint32_t site) const;
    /// The function that a site lies in, as people have it.
    [[nodiscard]] std::string siteFunction(std::uint32_t site) const;
    /// That function in the trace; undefined where it has none of this name.
    [[nodiscard]] RegionRef siteRegion(std::uint32_t site) const;
    /// As people have it; empty where nothing is known.
    [[nodiscard]] std::string functionName(std::uint32_t function) const;
    /// The function of that name in the trace; undefined where it has none.
    [[nodiscard]] RegionRef regionOf(const std::string& function) const;
    /// "main (stencil.c:60)": who calls in a calling context, and where; empty of one that nobody calls.
    [[nodiscard]] std::string callerOf(std::uint32_t callingContext) const;

private:
    ValueProfile(std::shared_ptr<const sidecar::SideCar> file, const store::TraceStore& trace);
    void readOperations(const store::TraceStore& trace);

    std::shared_ptr<const sidecar::SideCar> m_file;
    std::unordered_map<std::uint64_t, Operation> m_operations;
    sidecar::IdIndex<sidecar::ObjectRecord> m_objects;
    sidecar::IdIndex<sidecar::SiteRecord> m_sites;
    sidecar::IdIndex<sidecar::FunctionRecord> m_functions;
    sidecar::IdIndex<sidecar::CallingContextRecord> m_contexts;
    std::unordered_map<std::string, RegionRef> m_regions;
};

/// As questions have it; None of a kind that is not known here.
[[nodiscard]] vellum::query::ValuePattern patternOf(sidecar::PatternKind kind);

}  // namespace vellum::server::query
