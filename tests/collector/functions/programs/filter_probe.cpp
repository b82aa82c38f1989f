// Asks a filter file about functions: lines `name TAB mangled TAB file` on standard input, 1 or 0 for each on standard output.
#include "collector/writer/region_filter.h"

#include <iostream>
#include <string>

int main(int argc, char** argv)
{
    const auto filter = vellum::collector::writer::RegionFilter::read(argc > 1 ? argv[1] : "");
    if (!filter.isOk()) {
        std::cout << filter.error().message << "\n";
        return 2;
    }
    for (std::string line; std::getline(std::cin, line);) {
        const std::size_t first = line.find('\t');
        const std::size_t second = line.find('\t', first + 1);
        const bool keeps = filter.value().keeps(
            line.substr(0, first),
            line.substr(first + 1, second - first - 1),
            line.substr(second + 1));
        std::cout << (keeps ? '1' : '0') << '\n';
    }
}
