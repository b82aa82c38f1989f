#include "server/reader/otf2/archive_paths.h"

#include "server/reader/wording.h"

#include <algorithm>
#include <cstdlib>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace vellum::server::reader::otf2 {

namespace {

namespace fs = std::filesystem;

constexpr const char* kAnchorExtension = ".otf2";
constexpr const char* kDefinitionExtension = ".def";

Error damaged(const std::string& what)
{
    return {.kind = ErrorKind::DataLoss, .message = what};
}

/// \p stem with \p extension behind its whole name, whatever points it has.
fs::path with(fs::path stem, const char* extension)
{
    stem += extension;
    return stem;
}

bool isFile(const fs::path& path)
{
    std::error_code error;
    return fs::is_regular_file(path, error);
}

/// All definitions files beside \p anchor, without their extension.
std::vector<fs::path> stemsBeside(const fs::path& anchor)
{
    std::vector<fs::path> stems;
    std::error_code error;
    for (fs::directory_iterator it(fs::absolute(anchor).parent_path(), error);
         !error && it != fs::directory_iterator();
         it.increment(error)) {
        if (it->path().extension() == kDefinitionExtension && isFile(it->path())) {
            stems.push_back(anchor.parent_path() / it->path().stem());
        }
    }
    return stems;
}

/// Whose definitions an anchor called otherwise than *.otf2 means: those of its own name, with or
/// without its last extensions, or else the only ones in its folder.
Result<fs::path> stemOf(const fs::path& anchor)
{
    fs::path stem = anchor;
    if (isFile(with(stem, kDefinitionExtension))) {
        return stem;
    }
    while (stem.has_extension()) {
        stem.replace_extension();
        if (isFile(with(stem, kDefinitionExtension))) {
            return stem;
        }
    }
    std::vector<fs::path> others = stemsBeside(anchor);
    if (others.size() == 1) {
        return std::move(others.front());
    }
    return damaged(
        "the archive of the anchor file " + quoted(anchor) + " cannot be found: "
        + (others.empty()
               ? std::string("there is no .def file")
               : "there are " + numberText(others.size()) + " .def files and none of that name")
        + " beside it");
}

/// A folder that nobody else can look into, and that goes when this object goes.
class TemporaryFolder {
public:
    explicit TemporaryFolder(fs::path path) : m_path(std::move(path)) {}
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    ~TemporaryFolder()
    {
        std::error_code ignored;
        fs::remove_all(m_path, ignored);  // removes the links, not what they lead to
    }

    [[nodiscard]] const fs::path& path() const { return m_path; }

private:
    fs::path m_path;
};

/// Gives the library names that it accepts.
Result<void> linkParts(ArchivePaths& paths)
{
    std::error_code error;
    const fs::path base = fs::temp_directory_path(error);
    std::string name = (error ? fs::path("/tmp") : base) / "vellum-otf2-XXXXXX";
    if (mkdtemp(name.data()) == nullptr) {
        return Error{
            .kind = ErrorKind::ResourceExhausted,
            .message = "no temporary folder can be made in " + quoted(base)
                       + " for links to the archive of " + quoted(paths.anchor)};
    }
    const auto folder = std::make_shared<const TemporaryFolder>(name);
    const fs::path stem = folder->path() / "traces";
    const auto link = [&](const fs::path& target, const fs::path& as) {
        if (!error) {
            fs::create_symlink(fs::absolute(target), as, error);
        }
    };
    error.clear();
    paths.opened = with(stem, kAnchorExtension);
    link(paths.anchor, paths.opened);
    link(paths.definitions, with(stem, kDefinitionExtension));
    link(paths.folder, stem);
    link(paths.markers, with(stem, ".marker"));
    if (error) {
        return Error{
            .kind = ErrorKind::ResourceExhausted,
            .message = "links to the archive of " + quoted(paths.anchor) + " cannot be made in "
                       + quoted(folder->path()) + ": " + error.message()};
    }
    paths.links = folder;
    return {};
}

bool isNamedAnchor(const fs::path& anchor)
{
    return anchor.extension() == kAnchorExtension;
}

Result<ArchivePaths> located(const fs::path& anchor)
{
    ArchivePaths paths{.anchor = anchor, .opened = anchor};
    Result<fs::path> stem = isNamedAnchor(anchor)
                                ? Result<fs::path>(fs::path(anchor).replace_extension())
                                : stemOf(anchor);
    VELLUM_RETURN_IF_ERROR(stem);
    paths.folder = stem.value();
    paths.definitions = with(stem.value(), kDefinitionExtension);
    paths.markers = with(stem.value(), ".marker");
    if (!isFile(paths.definitions)) {
        return damaged(
            "the archive " + quoted(anchor)
            + " has no definitions: " + notAFile(paths.definitions));
    }
    return paths;
}

}  // namespace

Result<ArchivePaths> partsOfArchive(const fs::path& anchor)
{
    auto paths = located(anchor);
    std::error_code error;
    if (!paths.isOk() && fs::is_symlink(anchor, error)) {
        // The archive lies where the link leads to.
        const fs::path target = fs::canonical(anchor, error);
        auto there = error ? paths : located(target);
        if (there.isOk()) {
            return there;
        }
    }
    return paths;
}

Result<ArchivePaths> locateArchive(const fs::path& anchor)
{
    auto paths = partsOfArchive(anchor);
    if (paths.isOk() && !isNamedAnchor(paths.value().anchor)) {
        VELLUM_RETURN_IF_ERROR(linkParts(paths.value()));
    }
    return paths;
}

}  // namespace vellum::server::reader::otf2
