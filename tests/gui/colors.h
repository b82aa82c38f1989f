#pragma once

#include <QColor>

#include <cstdlib>

namespace vellum::tests {

/// The same to the eye: painting rounds.
inline bool isSameColor(const QColor& a, const QColor& b)
{
    return std::abs(a.red() - b.red()) <= 1 && std::abs(a.green() - b.green()) <= 1
           && std::abs(a.blue() - b.blue()) <= 1;
}

}  // namespace vellum::tests
