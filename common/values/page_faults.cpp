#include "common/values/page_faults.h"

#include "common/base/check.h"

#include <bit>

namespace vellum::values {

PageFaults::PageFaults(PageModel model, std::size_t mostPages)
    : m_model(model)
    , m_mostPages(mostPages)
{
    VELLUM_ASSERT(std::has_single_bit(model.pageBytes) && std::has_single_bit(model.pagesPerBlock));
}

void PageFaults::access(std::uint32_t processor, std::uint64_t address, std::uint64_t bytes)
{
    if (bytes == 0) {
        return;
    }
    const std::uint64_t room = ~std::uint64_t{0} - address;
    const std::uint64_t last =
        (address + (bytes - 1 < room ? bytes - 1 : room)) / m_model.pageBytes;
    for (std::uint64_t page = address / m_model.pageBytes; page <= last; ++page) {
        if (!touch(processor, page)) {
            // There is no room: the rest is not walked through, however long it may be.
            m_lostPages += last - page + 1;
            return;
        }
    }
}

bool PageFaults::touch(std::uint32_t processor, std::uint64_t number)
{
    Page* page = m_pages.findOrAdd({.page = number}, m_mostPages);
    if (page == nullptr) {
        return false;
    }
    if (page->isResident && page->processor == processor) {
        return true;
    }
    if (page->isResident) {
        page->migrations = page->window == m_window ? page->migrations + 1 : 1;
        page->window = m_window;
        ++m_counts[processor].migrations;
    } else {
        ++m_counts[processor].firstTouch;
    }
    page->isResident = true;
    page->processor = processor;
    if (m_model.pagesPerBlock > 1) {
        fetchAhead(processor, number);
    }
    return true;
}

void PageFaults::fetchAhead(std::uint32_t processor, std::uint64_t page)
{
    constexpr std::uint64_t kPercent = 51;
    std::uint64_t count = m_model.pagesPerBlock;
    std::uint64_t begin = page / count * count;
    while (count > 1 && residents(processor, begin, count) * 100 <= kPercent * count) {
        count /= 2;
        begin = page / count * count;
    }
    for (std::uint64_t i = begin; i < begin + count; ++i) {
        Page* ahead = m_pages.findOrAdd({.page = i}, m_mostPages);
        if (ahead == nullptr) {
            ++m_lostPages;
        } else if (!ahead->isResident || ahead->processor != processor) {
            ahead->isResident = true;
            ahead->processor = processor;
            ++m_counts[processor].fetchedAhead;
        }
    }
}

std::uint64_t PageFaults::residents(
    std::uint32_t processor, std::uint64_t begin, std::uint64_t count)
{
    std::uint64_t residents = 0;
    for (std::uint64_t i = begin; i < begin + count; ++i) {
        const Page* page = m_pages.find({.page = i});
        residents += page != nullptr && page->isResident && page->processor == processor ? 1U : 0U;
    }
    return residents;
}

FaultCounts PageFaults::counts(std::uint32_t processor) const
{
    const auto known = m_counts.find(processor);
    return known == m_counts.end() ? FaultCounts{} : known->second;
}

std::uint64_t PageFaults::migrations(std::uint64_t address)
{
    const Page* page = m_pages.find({.page = address / m_model.pageBytes});
    return page != nullptr && page->window == m_window ? page->migrations : 0;
}

void PageFaults::beginWindow()
{
    ++m_window;
}

}  // namespace vellum::values
