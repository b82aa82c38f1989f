#pragma once

#include "collector/symbols/module_symbols.h"
#include "collector/writer/otf2_archive.h"

#include <cstdint>

namespace vellum::collector::writer {

/// What a construct of OpenMP is called: "!$omp parallel @tree.cpp:41". Where lines are not known the function stands for
/// them, and where nothing is known there is no place.
///
/// \param region  as openmp::regionOf() packs it
/// \param symbols  of the file that the place lies in; null where there is none
/// \param address  of the place in that file: the instruction after the call of the runtime; 0 where it is not known
[[nodiscard]] Otf2Archive::Region openMpRegion(
    std::uint64_t region, const symbols::ModuleSymbols* symbols, std::uint64_t address);

}  // namespace vellum::collector::writer
