#include "collector/examples/stencil/solver.h"

#include "collector/examples/stencil/reduction.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace stencil {

namespace {

constexpr std::size_t kResidualEvery = 10;
constexpr std::size_t kRowsPerBlock = 16;

void relaxRow(const Grid& now, Grid& next, std::size_t index)
{
    const double* above = now.row(index - 1);
    const double* here = now.row(index);
    const double* below = now.row(index + 1);
    double* out = next.row(index);
    const std::size_t size = now.size();
    for (std::size_t column = 1; column <= size; ++column) {
        out[column] = 0.25 * (above[column] + below[column] + here[column - 1] + here[column + 1]);
    }
}

void relaxBlock(const Grid& now, Grid& next, Strip block)
{
    for (std::size_t row = block.begin; row < block.end; ++row) {
        relaxRow(now, next, row);
    }
}

double rowResidual(const Grid& now, const Grid& next, std::size_t index)
{
    const double* before = now.row(index);
    const double* after = next.row(index);
    const std::size_t size = now.size();
    double sum = 0.0;
    for (std::size_t column = 1; column <= size; ++column) {
        sum += std::fabs(after[column] - before[column]);
    }
    return sum;
}

}  // namespace

Solver::Solver(Team& team, std::size_t size)
    : m_team(team)
    , m_now(size)
    , m_next(size)
    , m_rowResiduals(size, 0.0)
{
}

double Solver::solve(std::size_t sweeps)
{
    m_team.run([this, sweeps](std::size_t member) { memberSolve(member, sweeps); });
    return checksum();
}

void Solver::memberSolve(std::size_t member, std::size_t sweeps)
{
    const Strip strip = stripOf(m_now, member, m_team.members());
    initialise(m_now, strip);
    initialise(m_next, strip);
    m_team.barrier();
    for (std::size_t count = 1; count <= sweeps; ++count) {
        sweep(strip);
        exchangeEdges(strip);
        if (count % kResidualEvery == 0) {
            measureResidual(member, strip);
        }
        m_team.barrier();
        if (member == 0) {
            std::swap(m_now, m_next);
        }
        m_team.barrier();
    }
}

void Solver::sweep(Strip strip)
{
    for (std::size_t row = strip.begin; row < strip.end; row += kRowsPerBlock) {
        relaxBlock(m_now, m_next, {.begin = row, .end = std::min(row + kRowsPerBlock, strip.end)});
    }
}

// The side edges let no heat through: they take the value beside them.
void Solver::exchangeEdges(Strip strip)
{
    const std::size_t size = m_next.size();
    for (std::size_t index = strip.begin; index < strip.end; ++index) {
        double* row = m_next.row(index);
        row[0] = row[1];
        row[size + 1] = row[size];
    }
}

void Solver::measureResidual(std::size_t member, Strip strip)
{
    for (std::size_t row = strip.begin; row < strip.end; ++row) {
        m_rowResiduals[row - 1] = rowResidual(m_now, m_next, row);
    }
    m_team.barrier();
    if (member == 0) {
        m_residual = treeSum(m_rowResiduals);
    }
}

double Solver::checksum() const
{
    std::vector<double> rows;
    for (std::size_t row = 1; row <= m_now.size(); ++row) {
        rows.push_back(treeSum({m_now.row(row) + 1, m_now.size()}));
    }
    return treeSum(rows) + m_residual;
}

}  // namespace stencil
