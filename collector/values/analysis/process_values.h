#pragma once

#include "collector/values/analysis/code_map.h"
#include "collector/values/analysis/object_map.h"
#include "collector/values/analysis/operation_list.h"
#include "collector/values/analysis/process_source.h"
#include "collector/values/analysis/recording_lists.h"
#include "collector/values/analysis/ring_reader.h"
#include "collector/values/analysis/value_analysis.h"
#include "collector/values/analysis/value_flow.h"
#include "common/values/sharing.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <unordered_set>
#include <vector>

namespace vellum::collector::values {

/// Takes what the threads of one process recorded, in an order in which memory is allocated before it is used.
///
/// Threads  One owner.
class ProcessValues : public ProcessSource {
public:
    /// \param folder   of the process in the spool
    /// \param parents  folders of the processes it was forked from
    /// \param window   see ThreadOperations
    ProcessValues(
        std::filesystem::path folder,
        std::vector<std::filesystem::path> parents,
        std::uint32_t number,
        std::uint64_t window,
        RecordingLists& lists,
        ValueAnalysis& analysis);

    /// Looks for new threads.
    void look() override;
    bool drain() override;
    bool giveUpWaiting() override;
    void end() override;

    [[nodiscard]] CodeMap& code() override { return m_code; }
    [[nodiscard]] const std::filesystem::path& folder() const override { return m_folder; }

private:
    struct Thread {
        std::unique_ptr<RingReader> ring;
        std::unique_ptr<ThreadOperations> operations;
        std::uint64_t stack = 0;  ///< its object
        bool isWaiting = false;   ///< for an epoch
    };
    /// Where a site went last, as objects lay then.
    struct Recent {
        ObjectMap::Place place;
        std::uint64_t generation = 0;
    };

    struct ElementType {
        ::vellum::values::sidecar::ValueType type{};
        std::uint8_t unit = 0;
    };

    void addThread(std::uint32_t location);
    void endThread(Thread& thread);
    void endSharing();
    void addPage(const ::vellum::values::SharedPage& line);
    bool drainThread(Thread& thread);
    /// \return false if the record must wait for what other threads did before
    bool take(Thread& thread, const RingRecord& record);
    bool takeEpoch(Thread& thread, const RingRecord& record);
    void takeAllocation(Thread& thread, const RingRecord& record);
    void takeAccess(Thread& thread, const RingRecord& record);
    [[nodiscard]] ObjectMap::Place placeOf(std::uint64_t address, std::uint32_t site);
    [[nodiscard]] ObjectMap::Place findVariable(std::uint64_t address);
    [[nodiscard]] ElementType elementOf(
        const ::vellum::values::sidecar::SiteRecord& site, std::uint64_t object);
    void nameByPointer(const ObjectMap::Place& pointer, std::uint64_t target);

    std::filesystem::path m_folder;
    std::uint32_t m_number;
    std::uint64_t m_window;
    RecordingLists& m_lists;
    ValueAnalysis& m_analysis;
    CodeMap m_code;
    ContextTree m_contexts;
    ObjectMap m_objects;
    std::unique_ptr<SharedFile> m_control;
    std::map<std::uint32_t, Thread> m_threads;
    std::unordered_set<std::uint32_t> m_ended;
    /// Of cache lines, while there are several threads.
    ::vellum::values::Sharing m_sharing{::vellum::values::Sharing::kLine};
    std::uint64_t m_lastTick = 0;  ///< the latest of all threads, of those too that have ended
    std::uint64_t m_sharingBegin = 0;
    std::uint32_t m_sharingWindows = 0;
    std::uint64_t m_epoch = 0;     ///< allocations and frees up to this one are known
    std::vector<Recent> m_recent;  ///< by site
    std::unordered_set<std::uint64_t> m_unknownPages;
    static constexpr std::size_t kMostNameless = std::size_t{1} << 20U;
    std::unordered_set<std::uint64_t> m_nameless;  ///< addresses in modules that no symbol holds
};

}  // namespace vellum::collector::values
