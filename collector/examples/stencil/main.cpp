// Heat on a plate, as a program to record: `vellum-example-stencil [THREADS [SIZE [SWEEPS]]]`.
#include "collector/examples/stencil/solver.h"
#include "collector/examples/stencil/team.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace {

std::size_t argument(int argc, char** argv, int index, std::size_t fallback)
{
    const std::size_t value = index < argc ? std::strtoul(argv[index], nullptr, 10) : 0;
    return value == 0 ? fallback : value;
}

}  // namespace

int main(int argc, char** argv)
{
    const std::size_t threads = std::min<std::size_t>(argument(argc, argv, 1, 4), 256);
    const std::size_t size = argument(argc, argv, 2, 1536);
    const std::size_t sweeps = argument(argc, argv, 3, 600);
    stencil::Team team(threads);
    stencil::Solver solver(team, size);
    std::printf("checksum %.9e\n", solver.solve(sweeps));
    return 0;
}
