#pragma once

#include "collector/examples/stencil/grid.h"
#include "collector/examples/stencil/team.h"

#include <cstddef>
#include <vector>

namespace stencil {

/// Lets heat spread over a plate: Jacobi sweeps over two grids, strip by strip, with a residual now and
/// then.
///
/// Threads  solve() by the owner of the team; the members share the grids, each writes its own strip.
class Solver {
public:
    Solver(Team& team, std::size_t size);

    /// \return a checksum of the plate, the same for any number of threads
    double solve(std::size_t sweeps);

private:
    void memberSolve(std::size_t member, std::size_t sweeps);
    void sweep(Strip strip);
    void exchangeEdges(Strip strip);
    void measureResidual(std::size_t member, Strip strip);
    double checksum() const;

    Team& m_team;
    Grid m_now;
    Grid m_next;
    std::vector<double> m_rowResiduals;
    double m_residual = 0.0;
};

}  // namespace stencil
