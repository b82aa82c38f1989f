#include "collector/launch/mpi_job.h"

#include <array>
#include <cctype>
#include <charconv>
#include <cstdlib>
#include <string_view>

namespace vellum::collector::launch {

namespace {

/// The variables of one kind of starter. Ids are put together of all that are set.
struct Starter {
    const char* rank;
    const char* size;
    std::array<const char*, 2> id;
};

constexpr std::array kStarters = {
    Starter{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", {"PMIX_NAMESPACE", nullptr}},
    Starter{"PMI_RANK", "PMI_SIZE", {"SLURM_JOB_ID", "SLURM_STEP_ID"}},
    // Only steps have this count; a batch script is rank 0 of nothing.
    Starter{"SLURM_PROCID", "SLURM_STEP_NUM_TASKS", {"SLURM_JOB_ID", "SLURM_STEP_ID"}}};

std::optional<std::uint32_t> numberOf(const char* text)
{
    if (text == nullptr) {
        return std::nullopt;
    }
    const std::string_view view(text);
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(view.data(), view.data() + view.size(), number);
    return error == std::errc() && end == view.data() + view.size() ? std::optional(number)
                                                                    : std::nullopt;
}

std::string idOf(const Starter& starter, const Lookup& lookup)
{
    std::string id;
    for (const char* variable : starter.id) {
        const char* const part = variable == nullptr ? nullptr : lookup(variable);
        if (part != nullptr) {
            id += (id.empty() ? "" : ".") + std::string(part);
        }
    }
    for (char& letter : id) {
        if (std::isalnum(static_cast<unsigned char>(letter)) == 0 && letter != '.') {
            letter = '-';
        }
    }
    return id.empty() ? "job" : id;
}

}  // namespace

std::optional<MpiJob> findMpiJob(const Lookup& lookup)
{
    for (const Starter& starter : kStarters) {
        const auto rank = numberOf(lookup(starter.rank));
        const auto size = numberOf(lookup(starter.size));
        if (rank && size && *rank < *size) {
            return MpiJob{.rank = *rank, .size = *size, .id = idOf(starter, lookup)};
        }
    }
    return std::nullopt;
}

std::optional<MpiJob> findMpiJob()
{
    return findMpiJob([](const char* name) {
        return std::getenv(name);  // NOLINT(concurrency-mt-unsafe): there is no other thread
    });
}

}  // namespace vellum::collector::launch
