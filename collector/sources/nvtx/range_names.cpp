#include "collector/sources/nvtx/range_names.h"

#include "collector/measurement/event_buffer.h"
#include "collector/measurement/lifecycle.h"
#include "collector/measurement/spool_file.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <mutex>
#include <type_traits>
#include <unordered_map>

namespace vellum::collector::nvtx {

namespace {

constexpr std::size_t kMostText = 8192;  ///< bytes of a text that are kept
constexpr std::size_t kRecent = 64;      ///< names that a thread remembers; a power of two

/// The file `nvtx`, mapped window by window: a name costs a copy, and is there however the process ends.
///
/// Threads  Under the table's lock.
class NameFile {
public:
    void append(std::string_view line)
    {
        while (!line.empty()) {
            if (m_used == m_bytes && !mapNext()) {
                return;
            }
            const std::size_t part = std::min(line.size(), m_bytes - m_used);
            std::memcpy(m_window + m_used, line.data(), part);
            m_used += part;
            line.remove_prefix(part);
        }
    }

private:
    bool mapNext()
    {
        constexpr std::size_t kWindowBytes = std::size_t{64} << 10U;
        char path[PATH_MAX];
        const std::uint64_t next = m_offset + m_bytes;
        void* const memory = measurement::spoolPath(path, measurement::kNvtxFile)
                                 ? measurement::mapFilePart(path, next, kWindowBytes)
                                 : nullptr;
        if (memory == nullptr) {
            measurement::noteSpoolError(errno);
            return false;
        }
        if (m_window != nullptr) {
            measurement::unmapFilePart(m_window, m_bytes);
        }
        m_window = static_cast<char*>(memory);
        m_offset = next;
        m_bytes = kWindowBytes;
        m_used = 0;
        return true;
    }

    char* m_window = nullptr;
    std::uint64_t m_offset = 0;
    std::size_t m_bytes = 0;
    std::size_t m_used = 0;
};

/// All names met by a process. Never destroyed: threads may set ranges while it ends.
struct NameTable {
    pid_t process = 0;
    std::mutex lock;
    std::unordered_map<std::string, std::uint32_t> numbers;
    std::uint32_t first = 1;
    NameFile file;
};
std::atomic<NameTable*> table = nullptr;

/// A forked child begins with a table of its own, far behind the numbers of its parent, which may hold the
/// lock of the other one for ever.
NameTable& names()
{
    NameTable* known = table.load();
    const pid_t own = ::getpid();
    if (known != nullptr && known->process == own) {
        return *known;
    }
    constexpr std::uint32_t kFar = 1U << 20U;
    auto* const made = new NameTable;
    made->process = own;
    made->first = known == nullptr
                      ? 1
                      : known->first + static_cast<std::uint32_t>(known->numbers.size()) + kFar;
    if (!table.compare_exchange_strong(known, made)) {
        delete made;
        return *table.load();
    }
    return *made;
}

struct Recent {
    const std::string* key = nullptr;
    std::uint32_t number = 0;
};
thread_local constinit Recent recent[kRecent] __attribute__((tls_model("initial-exec")));

std::atomic<std::uint32_t> lastDomain = 0;

/// What separates fields does not come from texts. The table's lock is held.
void writeLine(NameTable& all, std::string head, std::string_view text)
{
    const int error = errno;
    head += '\t';
    for (const char letter : text.substr(0, kMostText)) {
        const bool separates = letter == '\t' || letter == '\n' || letter == '\r' || letter == '\0';
        head += separates ? ' ' : letter;
    }
    head += '\n';
    all.file.append(head);
    errno = error;
}

void writeLine(const std::string& head, std::string_view text)
{
    NameTable& all = names();
    const std::lock_guard guard(all.lock);
    writeLine(all, head, text);
}

/// What tells two names apart, in front of the text: three numbers of fixed width.
std::string keyOf(const RangeName& name)
{
    char head[32];
    const int length =
        std::snprintf(head, sizeof head, "%u %u %u ", name.domain, name.category, name.color);
    std::string key(head, static_cast<std::size_t>(length));
    key += name.text.substr(0, kMostText);
    return key;
}

std::uint32_t slowNumberOf(const std::string& key, const RangeName& name, Recent& place)
{
    NameTable& all = names();
    const std::lock_guard guard(all.lock);
    const auto [found, isNew] =
        all.numbers.try_emplace(key, all.first + static_cast<std::uint32_t>(all.numbers.size()));
    if (isNew) {
        writeLine(
            all,
            "r " + std::to_string(found->second) + ' ' + std::to_string(name.domain) + ' '
                + std::to_string(name.category) + ' ' + std::to_string(name.color),
            name.text);
    }
    place = {.key = &found->first, .number = found->second};
    return found->second;
}

}  // namespace

std::uint32_t numberOf(const RangeName& name)
{
    if (!measurement::ensureStarted()) {
        return 0;
    }
    const measurement::RecursionGuard guard(measurement::threadBuffer.busy);
    if (!guard.entered()) {
        return 0;
    }
    const std::string key = keyOf(name);
    Recent& place = recent[std::hash<std::string>()(key) & (kRecent - 1)];
    if (place.key != nullptr && *place.key == key) {
        return place.number;
    }
    return slowNumberOf(key, name, place);
}

Domain* makeDomain(std::string_view name)
{
    const measurement::RecursionGuard guard(measurement::threadBuffer.busy);
    auto* const domain = new Domain{.number = ++lastDomain};
    writeLine("d " + std::to_string(domain->number), name);
    return domain;
}

RegisteredText* registerText(std::string_view text)
{
    const measurement::RecursionGuard guard(measurement::threadBuffer.busy);
    return new RegisteredText{.text = std::string(text)};
}

void nameCategory(std::uint32_t domain, std::uint32_t category, std::string_view name)
{
    const measurement::RecursionGuard guard(measurement::threadBuffer.busy);
    writeLine("c " + std::to_string(domain) + ' ' + std::to_string(category), name);
}

void nameThread(std::uint32_t thread, std::string_view name)
{
    const measurement::RecursionGuard guard(measurement::threadBuffer.busy);
    writeLine("t " + std::to_string(thread), name);
}

std::string narrowed(const wchar_t* wide)
{
    std::string text;
    for (; wide != nullptr && *wide != L'\0' && text.size() < kMostText; ++wide) {
        const auto point = std::uint32_t{std::make_unsigned_t<wchar_t>(*wide)};
        const auto more = [&](unsigned shift) {
            text += static_cast<char>(0x80U | (point >> shift & 0x3FU));
        };
        if (point < 0x80) {
            text += static_cast<char>(point);
        } else if (point < 0x800) {
            text += static_cast<char>(0xC0U | point >> 6U);
            more(0);
        } else if (point < 0x10000) {
            text += static_cast<char>(0xE0U | point >> 12U);
            more(6);
            more(0);
        } else if (point < 0x110000) {
            text += static_cast<char>(0xF0U | point >> 18U);
            more(12);
            more(6);
            more(0);
        } else {
            text += '?';
        }
    }
    return text;
}

}  // namespace vellum::collector::nvtx
