#include "server/reader/folder_listing.h"

#include <algorithm>

namespace vellum::server::reader {

namespace fs = std::filesystem;

FolderListing listFolder(const fs::path& path)
{
    FolderListing listing;
    for (fs::directory_iterator it(path, listing.error);
         !listing.error && it != fs::directory_iterator();
         it.increment(listing.error)) {
        listing.entries.push_back(it->path());
        std::error_code ignored;
        if (it->is_regular_file(ignored)) {
            listing.files.push_back(it->path());
        }
    }
    std::ranges::sort(listing.files);
    std::ranges::sort(listing.entries);
    return listing;
}

}  // namespace vellum::server::reader
