#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace vellum::collector::mpi {

/// This process among those of MPI_COMM_WORLD.
struct WorldPlace {
    std::uint32_t rank = 0;
    std::uint32_t size = 0;
    /// All of them are recorded: messages of our own may be sent.
    bool isWhole = false;
};

/// False outside of [MPI_Init, MPI_Finalize], in processes that are not recorded and where findHandles() fails: then calls
/// are recorded without their data.
/// Threads  Any.
[[nodiscard]] bool isFollowing();

/// Valid where isFollowing().
[[nodiscard]] const WorldPlace& worldPlace();

/// After the real MPI_Init has returned, and before the real MPI_Finalize is called.
void beginFollowing();
void endFollowing();

/// Appends lines to the file `mpi` of the process, in one piece. Threads  Any.
void note(const std::string& lines);

/// "WORD 1 2 3\n".
template <typename... Numbers>
[[nodiscard]] std::string lineOf(const char* word, Numbers... numbers)
{
    std::string line = word;
    ((line += ' ', line += std::to_string(numbers)), ...);
    line += '\n';
    return line;
}

/// "WORD NUMBER 1 2 3\n".
[[nodiscard]] inline std::string listOf(
    const char* word, std::uint32_t number, const std::vector<int>& list)
{
    std::string line = word;
    line.append(" ").append(std::to_string(number));
    for (const int value : list) {
        line.append(" ").append(std::to_string(value));
    }
    line += '\n';
    return line;
}

}  // namespace vellum::collector::mpi
