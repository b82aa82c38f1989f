#include "tests/support/program/test_program.h"

#include <cstdio>
#include <cstring>
#include <exception>

namespace vellum::tests {

namespace {

/// Entries are made before main() begins, in one thread and in any order.
const TestEntry* firstEntry = nullptr;

}  // namespace

TestEntry::TestEntry(const char* file, Run function) noexcept
    : m_name(file)
    , m_run(function)
    , m_next(firstEntry)
{
    if (const char* const slash = std::strrchr(file, '/'); slash != nullptr) {
        m_name = slash + 1;
    }
    const char* const ending = std::strrchr(m_name, '.');
    m_nameLength = static_cast<int>(
        ending == nullptr ? std::strlen(m_name) : static_cast<std::size_t>(ending - m_name));
    firstEntry = this;
}

const TestEntry* TestEntry::first()
{
    return firstEntry;
}

bool TestEntry::hasName(const char* name) const
{
    const auto length = static_cast<std::size_t>(m_nameLength);
    return std::strlen(name) == length && std::strncmp(name, m_name, length) == 0;
}

const TestEntry* TestEntry::find(const char* name)
{
    const TestEntry* entry = firstEntry;
    while (entry != nullptr && !entry->hasName(name)) {
        entry = entry->next();
    }
    return entry;
}

}  // namespace vellum::tests

int main(int argc, char** argv)
{
    using vellum::tests::TestEntry;
    const TestEntry* const entry = argc > 1 ? TestEntry::find(argv[1]) : nullptr;
    if (entry == nullptr) {
        std::fprintf(stderr, "Usage: %s TEST [OPTION OF QTTEST…], where TEST is one of\n", argv[0]);
        for (const TestEntry* known = TestEntry::first(); known != nullptr; known = known->next()) {
            std::fprintf(stderr, "  %.*s\n", known->nameLength(), known->name());
        }
        return 2;
    }
    try {
        argv[1] = argv[0];  // as if the test were a program of its own
        return entry->run(argc - 1, argv + 1);
    } catch (const std::exception& exception) {
        std::fprintf(stderr, "%s\n", exception.what());
        return 1;
    }
}
