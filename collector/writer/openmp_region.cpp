#include "collector/writer/openmp_region.h"

#include <filesystem>
#include <string>
#include <vector>

namespace vellum::collector::writer {

Otf2Archive::Region openMpRegion(
    std::uint64_t region, const symbols::ModuleSymbols* symbols, std::uint64_t address)
{
    const std::size_t number = openmp::constructNumberOf(region);
    const bool isKnown = number < openmp::kNames.size();
    Otf2Archive::Region made{
        .kind = Otf2Archive::RegionKind::OpenMp,
        .construct = isKnown ? static_cast<openmp::Construct>(number) : openmp::Construct{},
        .name = isKnown ? openmp::kNames.at(number) : "!$omp"};
    if (symbols == nullptr || address == 0 || !openmp::isDirective(made.construct)) {
        return made;
    }
    // The call itself: behind it another line may begin.
    const std::uint64_t call = address - 1;
    const std::vector<symbols::SourceLine> lines = symbols->lines(call);
    const symbols::FunctionInfo function = symbols->find(call);
    made.file = lines.empty() ? function.file : lines.front().file;
    made.line = lines.empty() ? function.line : lines.front().line;
    if (made.line != 0 && !made.file.empty()) {
        made.name += " @" + std::filesystem::path(made.file).filename().string() + ":"
                     + std::to_string(made.line);
    } else {
        made.name += " @" + function.name;
    }
    return made;
}

}  // namespace vellum::collector::writer
