#include "collector/sources/counters/process_counters.h"

#include "collector/sources/own_bytes.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace vellum::collector::counters {

namespace {

/// As much of the file as there is room for: a call gives no more than a page of it. \return false where it cannot be read
template <std::size_t N>
bool readText(const char* path, char (&text)[N])
{
    std::size_t length = 0;
    if (const int file = ::open(path, O_RDONLY | O_CLOEXEC); file >= 0) {
        ssize_t got = 0;
        while (length < N - 1 && (got = ::read(file, text + length, N - 1 - length)) > 0) {
            length += static_cast<std::size_t>(got);
        }
        ::close(file);
    }
    text[length] = '\0';
    sources::ownBytes += length;
    return length > 0;
}

void set(Sample& sample, Counter counter, std::uint64_t value)
{
    sample.values.at(static_cast<std::size_t>(counter)) = value;
}

std::uint64_t nanoseconds(const timeval& time)
{
    return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000U
           + static_cast<std::uint64_t>(time.tv_usec) * 1000U;
}

void readUsage(Sample& sample)
{
    rusage usage{};
    if (::getrusage(RUSAGE_SELF, &usage) != 0) {
        return;
    }
    set(sample, Counter::UserTime, nanoseconds(usage.ru_utime));
    set(sample, Counter::SystemTime, nanoseconds(usage.ru_stime));
    set(sample, Counter::VoluntarySwitches, static_cast<std::uint64_t>(usage.ru_nvcsw));
    set(sample, Counter::InvoluntarySwitches, static_cast<std::uint64_t>(usage.ru_nivcsw));
    set(sample, Counter::MinorFaults, static_cast<std::uint64_t>(usage.ru_minflt));
    set(sample, Counter::MajorFaults, static_cast<std::uint64_t>(usage.ru_majflt));
}

void setPages(Sample& sample, std::uint64_t pages)
{
    const auto pageBytes = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
    set(sample, Counter::ResidentBytes, pages * pageBytes);
}

/// The fields behind the program's name, which may have spaces and parentheses of its own, count from 3.
void readStat(Sample& sample)
{
    constexpr unsigned kThreads = 20;
    constexpr unsigned kResidentPages = 24;
    char text[1024];
    const char* at = readText("/proc/self/stat", text) ? std::strrchr(text, ')') : nullptr;
    for (unsigned field = 3; at != nullptr && field <= kResidentPages; ++field) {
        at = std::strchr(at + 1, ' ');
        if (at != nullptr && field == kThreads) {
            set(sample, Counter::Threads, std::strtoull(at, nullptr, 10));
        } else if (at != nullptr && field == kResidentPages) {
            setPages(sample, std::strtoull(at, nullptr, 10));
        }
    }
}

void readIo(Sample& sample)
{
    static constexpr struct {
        const char* key;
        Counter counter;
    } kLines[] = {
        {"rchar: ", Counter::ReadBytes},
        {"wchar: ", Counter::WrittenBytes},
        {"\nread_bytes: ", Counter::DiskReadBytes},
        {"\nwrite_bytes: ", Counter::DiskWrittenBytes}};
    char text[512];
    const std::uint64_t own = sources::ownBytes;  // the file tells of what was read before it
    if (!readText("/proc/self/io", text)) {
        return;
    }
    for (const auto& line : kLines) {
        if (const char* const at = std::strstr(text, line.key)) {
            const std::uint64_t bytes = std::strtoull(at + std::strlen(line.key), nullptr, 10);
            set(sample, line.counter, bytes - (line.counter == Counter::ReadBytes ? own : 0));
        }
    }
}

/// Fields of /proc/net/dev between the bytes received and those sent.
constexpr unsigned kFieldsToSent = 8;

bool isLoopback(const char* begin, const char* colon)
{
    begin += std::strspn(begin, " ");
    return colon - begin == 2 && std::strncmp(begin, "lo", 2) == 0;
}

/// The number behind \p skipped others. \return false if the line ends before
bool readNumber(const char* at, const char* end, unsigned skipped, std::uint64_t& number)
{
    for (unsigned i = 0; i <= skipped; ++i) {
        char* behind = nullptr;
        number = std::strtoull(at, &behind, 10);
        if (behind == at || behind > end) {
            return false;
        }
        at = behind;
    }
    return true;
}

/// Interfaces of the process's network namespace; of hosts of containers there are hundreds.
void readNetwork(Sample& sample)
{
    static char text[std::size_t{64} << 10U];
    if (readText("/proc/self/net/dev", text)) {
        const NetworkBytes bytes = parseNetwork(text);
        set(sample, Counter::NetworkReceived, bytes.received);
        set(sample, Counter::NetworkSent, bytes.sent);
    }
}

}  // namespace

NetworkBytes parseNetwork(const char* text)
{
    NetworkBytes bytes;
    for (const char* end = std::strchr(text, '\n'); end != nullptr;
         text = end + 1, end = std::strchr(text, '\n')) {
        const auto length = static_cast<std::size_t>(end - text);
        const auto* const colon = static_cast<const char*>(std::memchr(text, ':', length));
        if (colon == nullptr || isLoopback(text, colon)) {
            continue;
        }
        NetworkBytes line;
        if (readNumber(colon + 1, end, 0, line.received)
            && readNumber(colon + 1, end, kFieldsToSent, line.sent)) {
            bytes.received += line.received;
            bytes.sent += line.sent;
        }
    }
    return bytes;
}

void readProcessCounters(Sample& sample)
{
    readUsage(sample);
    readStat(sample);
    readNetwork(sample);
    readIo(sample);
}

void readResidentMemory(Sample& sample)
{
    char text[256];
    const char* const at = readText("/proc/self/statm", text) ? std::strchr(text, ' ') : nullptr;
    if (at != nullptr) {
        setPages(sample, std::strtoull(at, nullptr, 10));
    }
}

}  // namespace vellum::collector::counters
