#include "server/import/shared_import.h"

#include "server/import/import_errors.h"
#include "server/import/import_run.h"
#include "server/import/source_opener.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace vellum::server::import {

struct SharedImport::State {
    query::TraceSelection selection;
    ImportOptions options;
    std::unique_ptr<reader::EventSource> source;
    std::optional<Import> import;  // refers to the three above
    std::vector<LocationIndex> own;
};

SharedImport::SharedImport(std::unique_ptr<State> state) : m_state(std::move(state)) {}

SharedImport::~SharedImport() = default;

Result<std::unique_ptr<SharedImport>> SharedImport::open(
    const query::TraceSelection& selection, const ImportOptions& options)
{
    return guarded(selection, [&]() -> Result<std::unique_ptr<SharedImport>> {
        auto source = openSource(selection, options);
        VELLUM_RETURN_IF_ERROR(source);
        auto state = std::make_unique<State>();
        state->selection = selection;
        state->options = options;
        state->source = std::move(source).value();
        state->import.emplace(*state->source, state->selection, state->options);
        VELLUM_RETURN_IF_ERROR(state->import->setWindow());
        return std::unique_ptr<SharedImport>(new SharedImport(std::move(state)));
    });
}

bool SharedImport::isReadInParts() const
{
    const reader::TraceHead& head = m_state->source->head();
    return head.bytesRead == 0 && !head.isPrefix && head.launchers.empty();
}

std::vector<WorkItem> SharedImport::costs() const
{
    const reader::TraceHead& head = m_state->source->head();
    std::vector<WorkItem> items;
    for (std::uint32_t i = 0; i < head.files.size(); ++i) {
        // Events are claimed by whoever wrote the definitions; what they can be, the file says.
        const std::uint64_t claimed = head.definitions.locations[i].claimedEvents;
        items.push_back(
            {.location = LocationIndex(i), .cost = std::min(claimed, head.files[i].bytes)});
    }
    return items;
}

std::uint64_t SharedImport::key() const
{
    constexpr std::uint64_t kPrime = 1099511628211ULL;  // FNV-1a, by words
    std::uint64_t key = 14695981039346656037ULL;
    const auto add = [&key](std::uint64_t word) { key = (key ^ word) * kPrime; };
    const reader::TraceHead& head = m_state->source->head();
    add(head.definitions.regions.size());
    add(head.definitions.clock.ticksPerSecond);
    add(head.definitions.clock.length);
    for (std::size_t i = 0; i < head.files.size(); ++i) {
        add(head.definitions.locations[i].ref.value());
        add(head.definitions.locations[i].claimedEvents);
        add(head.files[i].bytes);
        add(head.files[i].exists ? 1 : 0);
    }
    return key;
}

Result<void> SharedImport::read(std::span<const LocationIndex> own)
{
    return guarded(m_state->selection, [&]() -> Result<void> {
        m_state->own.assign(own.begin(), own.end());
        m_state->import->readEvents(own);
        return {};
    });
}

Result<std::vector<LocationFacts>> SharedImport::facts()
{
    return guarded(m_state->selection, [&]() -> Result<std::vector<LocationFacts>> {
        return m_state->import->facts(m_state->own);
    });
}

Result<SharedImport::Head> SharedImport::makeHead(std::vector<LocationFacts> elsewhere)
{
    return guarded(m_state->selection, [&]() -> Result<Head> {
        for (LocationFacts& facts : elsewhere) {
            m_state->import->add(std::move(facts));
        }
        Head head;
        head.shared.undefinedRegions = m_state->import->undefinedRegions();
        auto store = asConst(m_state->import->makeStore());
        VELLUM_RETURN_IF_ERROR(store);
        head.store = std::move(store).value();
        head.shared.range = head.store->range;
        head.shared.complete = head.store->complete;
        return head;
    });
}

Result<std::shared_ptr<const store::TraceStore>> SharedImport::makePart(const SharedFacts& shared)
{
    return guarded(m_state->selection, [&]() -> Result<std::shared_ptr<const store::TraceStore>> {
        return std::shared_ptr<const store::TraceStore>(m_state->import->makePart(shared));
    });
}

Result<std::shared_ptr<const store::TraceStore>> SharedImport::makePart(
    const store::TraceStore& whole)
{
    return guarded(m_state->selection, [&]() -> Result<std::shared_ptr<const store::TraceStore>> {
        return std::shared_ptr<const store::TraceStore>(m_state->import->makePart(whole));
    });
}

}  // namespace vellum::server::import
