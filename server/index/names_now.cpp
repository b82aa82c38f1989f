#include "server/index/names_now.h"

#include "server/import/trace_files.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace vellum::server::index {

namespace {

namespace fs = std::filesystem;
using Parts = std::vector<fs::path>;

/// Without what stands for other folders at its begin.
Parts partsOf(const fs::path& path)
{
    const fs::path normal = path.lexically_normal();
    Parts parts;
    std::copy_if(normal.begin(), normal.end(), std::back_inserter(parts), [](const fs::path& part) {
        return part != "." && part != ".." && !part.empty();
    });
    return parts;
}

/// A path as it is given now, and where that leads.
struct Given {
    fs::path path;
    Parts whole;
};

class NamesNow {
public:
    explicit NamesNow(const vellum::query::TraceSelection& selection)
    {
        for (const std::string& path : selection.paths) {
            const auto files = import::expand(path);
            for (const fs::path& file :
                 files.isOk() ? files.value() : std::vector<fs::path>{path}) {
                std::error_code error;
                const fs::path whole = fs::absolute(file, error);
                m_given.push_back({.path = file, .whole = partsOf(error ? file : whole)});
            }
        }
    }

    /// Of a path below a given one as much is kept as it takes for the rest to be the end of that one.
    [[nodiscard]] std::string of(const std::string& then) const
    {
        const Parts parts = partsOf(then);
        if (then.empty() || parts.empty()) {
            return then;
        }
        for (std::size_t below = 0; below <= parts.size(); ++below) {
            const auto head = parts.end() - static_cast<std::ptrdiff_t>(below);
            std::vector<fs::path> found;
            for (const Given& given : m_given) {
                const fs::path now = joined(given.path, head, parts.end());
                std::error_code error;
                if (endsWith(given.whole, parts.begin(), head)
                    && (below == 0 || fs::exists(now, error))) {
                    found.push_back(now);
                }
            }
            if (!found.empty()) {
                return found.size() == 1 ? found.front().string() : then;
            }
        }
        return then;
    }

private:
    static bool endsWith(const Parts& whole, Parts::const_iterator begin, Parts::const_iterator end)
    {
        const auto size = end - begin;
        return size <= static_cast<std::ptrdiff_t>(whole.size())
               && std::equal(begin, end, whole.end() - size);
    }
    static fs::path joined(fs::path path, Parts::const_iterator begin, Parts::const_iterator end)
    {
        std::for_each(begin, end, [&](const fs::path& part) { path /= part; });
        return path;
    }

    std::vector<Given> m_given;
};

void replaceAll(std::string& text, const std::string& from, const std::string& to)
{
    for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
        text.replace(at, from.size(), to);
    }
}

/// The places of an entry, and where its sentences name them.
void rename(vellum::query::ImportReportEntry& entry, const NamesNow& names)
{
    for (vellum::query::ImportReportPlace& place : entry.places) {
        const std::string then = std::exchange(place.file, names.of(place.file));
        if (!then.empty() && place.file != then) {
            replaceAll(place.example, '\'' + then + '\'', '\'' + place.file + '\'');
            replaceAll(entry.example, '\'' + then + '\'', '\'' + place.file + '\'');
        }
    }
}

}  // namespace

void nameAsNow(store::TraceStore& trace, const vellum::query::TraceSelection& selection)
{
    const NamesNow names(selection);
    trace.path = selection.name();
    store::ImportReport report;
    for (vellum::query::ImportReportEntry entry : trace.report.entries()) {
        rename(entry, names);
        report.add(entry);
    }
    trace.report = std::move(report);
}

}  // namespace vellum::server::index
