#include "common/values/sharing.h"

#include "common/base/check.h"

#include <algorithm>
#include <bit>

namespace vellum::values {

namespace {

std::uint64_t countOf(std::uint64_t bits)
{
    return static_cast<std::uint64_t>(std::popcount(bits));
}

/// Adds to a page what a processor did in one of its lines.
void addBytes(SharedPage& page, std::uint32_t processor, std::uint64_t read, std::uint64_t written)
{
    auto mine = std::ranges::find(page.processors, processor, &ProcessorBytes::processor);
    if (mine == page.processors.end()) {
        page.processors.push_back({.processor = processor});
        mine = page.processors.end() - 1;
    }
    mine->read += countOf(read);
    mine->written += countOf(written);
}

PageClass classOf(const SharedPage& page)
{
    if (page.processors.size() < 2) {
        return PageClass::Private;
    }
    if (page.overlap > 0) {
        return PageClass::TrueShared;
    }
    const bool isWritten = std::ranges::any_of(
        page.processors, [](const ProcessorBytes& bytes) { return bytes.written > 0; });
    return isWritten ? PageClass::FalseShared : PageClass::ReadShared;
}

}  // namespace

PageAdvice adviceFor(PageClass pageClass, std::uint64_t migrations)
{
    constexpr std::uint64_t kPingPong = 2;
    if (pageClass == PageClass::FalseShared) {
        return PageAdvice::Separate;
    }
    return pageClass == PageClass::TrueShared && migrations > kPingPong ? PageAdvice::Copy
                                                                        : PageAdvice::None;
}

Sharing::Sharing(std::uint64_t pageBytes, std::size_t mostLines)
    : m_pageBytes(pageBytes)
    , m_mostLines(mostLines)
{
    VELLUM_ASSERT(std::has_single_bit(pageBytes) && pageBytes >= kLine);
}

void Sharing::access(
    std::uint32_t processor, AccessKind kind, std::uint64_t address, std::uint64_t bytes)
{
    // A range that would reach beyond the last address ends there.
    std::uint64_t left = std::min(bytes, ~std::uint64_t{0} - address);
    while (left > 0) {
        const std::uint64_t at = address % kLine;
        const std::uint64_t count = std::min(left, kLine - at);
        Bytes* line =
            m_lines.findOrAdd({.line = address / kLine, .processor = processor}, m_mostLines);
        if (line == nullptr) {
            m_lostBytes += left;
            return;
        }
        const std::uint64_t mask = (~std::uint64_t{0} >> (kLine - count)) << at;
        line->read |= kind == AccessKind::Write ? 0 : mask;
        line->written |= isStore(kind) ? mask : 0;
        address += count;
        left -= count;
    }
}

std::vector<SharedPage> Sharing::endWindow()
{
    std::vector<Lines::Entry> lines = std::move(m_lines.entries());
    m_lines = Lines();
    std::ranges::sort(lines, {}, &Lines::Entry::key);
    std::vector<SharedPage> pages;
    for (std::size_t i = 0; i < lines.size();) {
        const std::uint64_t line = lines[i].key.line;
        const std::uint64_t address = line * kLine / m_pageBytes * m_pageBytes;
        if (pages.empty() || pages.back().address != address) {
            pages.push_back({.address = address});
        }
        std::uint64_t touched = 0;
        std::uint64_t touchedTwice = 0;
        std::uint64_t written = 0;
        for (; i < lines.size() && lines[i].key.line == line; ++i) {
            const Bytes& bytes = lines[i].value;
            addBytes(pages.back(), lines[i].key.processor, bytes.read, bytes.written);
            touchedTwice |= touched & (bytes.read | bytes.written);
            touched |= bytes.read | bytes.written;
            written |= bytes.written;
        }
        // A byte of two processors that any of them wrote is one that the other touched.
        pages.back().overlap += countOf(touchedTwice & written);
    }
    for (SharedPage& page : pages) {
        std::ranges::sort(page.processors, {}, &ProcessorBytes::processor);
        page.pageClass = classOf(page);
    }
    return pages;
}

}  // namespace vellum::values
