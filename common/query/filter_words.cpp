#include "common/query/filter_words.h"

#include "common/query/selection_words.h"
#include "common/trace/collectives.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <set>
#include <utility>

namespace vellum::query {

namespace {

Error invalid(std::string message)
{
    return {.kind = ErrorKind::InvalidArgument, .message = std::move(message)};
}

Error notUnderstood(std::string_view option, const std::string& takes, std::string_view word)
{
    return invalid(std::string(option) + " takes " + takes + ", not '" + std::string(word) + "'");
}

template <typename Number>
std::optional<Number> parseNumber(std::string_view text)
{
    Number number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool isWhole = error == std::errc{} && end == text.data() + text.size();
    return isWhole ? std::optional(number) : std::nullopt;
}

std::vector<std::string_view> wordsOf(std::string_view text)
{
    std::vector<std::string_view> words;
    for (;;) {
        const std::size_t comma = text.find(',');
        words.push_back(text.substr(0, comma));
        if (comma == std::string_view::npos) {
            return words;
        }
        text.remove_prefix(comma + 1);
    }
}

/// As the words of OTF2's operations are written: capitals and '_'.
std::string asOperation(std::string_view word)
{
    std::string text(word);
    for (char& letter : text) {
        letter = letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A')
                 : letter == '-'                ? '_'
                                                : letter;
    }
    for (const std::string_view prefix : {"MPI_I", "MPI_"}) {
        // MPI_Ibcast is a broadcast; what begins with I of itself has no such prefix.
        if (text.starts_with(prefix)) {
            return text.substr(prefix.size());
        }
    }
    return text;
}

std::string asLowerCase(std::string_view word)
{
    std::string text(word);
    std::ranges::transform(text, text.begin(), [](char letter) {
        return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
    });
    return text;
}

/// By number, by name, and only then by pattern, so that a name may hold a '*'.
template <typename Ref, typename Definition, typename Names>
Result<std::vector<Ref>> selectBy(
    std::string_view text,
    const std::vector<Definition>& all,
    const std::string& what,
    const Names& namesOf)
{
    std::vector<bool> isSelected(all.size());
    const auto mark = [&](const auto& fits) {
        bool any = false;
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (fits(all[i])) {
                isSelected[i] = true;
                any = true;
            }
        }
        return any;
    };
    const auto take = [&](std::string_view word) {
        const auto number = parseNumber<std::uint64_t>(word);
        if (number && mark([&](const Definition& one) { return one.ref.value() == *number; })) {
            return true;
        }
        return mark([&](const Definition& one) {
            return std::ranges::any_of(
                namesOf(one), [&](const std::string& name) { return fitsGlob(name, word); });
        });
    };
    const auto mostCommas = [&] {
        std::size_t most = 0;
        for (const Definition& one : all) {
            for (const std::string& name : namesOf(one)) {
                most = std::max(most, commasIn(name));
            }
        }
        return most;
    };
    VELLUM_RETURN_IF_ERROR(takeWords(text, what, mostCommas, take));
    std::vector<Ref> refs;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (isSelected[i]) {
            refs.push_back(all[i].ref);
        }
    }
    return refs;
}

bool isFileNamed(const std::string& name, std::string_view word)
{
    return fitsGlob(name, word) || fitsGlob(name, "*/" + std::string(word));
}

}  // namespace

Result<std::vector<NumberRange>> parseTags(std::string_view text, std::string_view option)
{
    std::vector<NumberRange> ranges;
    for (const std::string_view word : wordsOf(text)) {
        const std::size_t dash = word.find('-');
        const auto least = parseNumber<std::uint32_t>(word.substr(0, dash));
        const bool isOpen = dash != std::string_view::npos && dash + 1 == word.size();
        auto most = least;
        if (isOpen) {
            most = std::numeric_limits<std::uint32_t>::max();
        } else if (dash != std::string_view::npos) {
            most = parseNumber<std::uint32_t>(word.substr(dash + 1));
        }
        if (!least || !most || *least > *most) {
            return notUnderstood(option, "numbers and ranges such as 7 or 1,5-9 or 100-", word);
        }
        ranges.push_back({.least = *least, .most = *most});
    }
    return ranges;
}

Result<std::vector<std::uint32_t>> parseCollectives(std::string_view text, std::string_view option)
{
    std::set<std::uint32_t> operations;
    for (const std::string_view word : wordsOf(text)) {
        const auto number = parseNumber<std::uint32_t>(word);
        bool isAny = number.has_value();
        if (number) {
            operations.insert(*number);
        }
        const std::string pattern = asOperation(word);
        for (std::uint32_t i = 0; i < kCollectiveOperations && !number; ++i) {
            if (fitsGlob(collectiveName(i), pattern)) {
                operations.insert(i);
                isAny = true;
            }
        }
        if (!isAny || word.empty()) {
            return notUnderstood(
                option, "collective operations such as barrier, MPI_Allreduce or all*", word);
        }
    }
    return std::vector<std::uint32_t>(operations.begin(), operations.end());
}

/// As the window calls groups by what is in them.
constexpr std::array<std::pair<std::string_view, FunctionGroup>, 12> kGroupAliases{{
    {"nccl", FunctionGroup::Mpi},
    {"rccl", FunctionGroup::Mpi},
    {"hccl", FunctionGroup::Mpi},
    {"shmem", FunctionGroup::Mpi},
    {"pthreads", FunctionGroup::OpenMp},
    {"threads", FunctionGroup::OpenMp},
    {"cuda api", FunctionGroup::DeviceApi},
    {"hip api", FunctionGroup::DeviceApi},
    {"openacc", FunctionGroup::DeviceApi},
    {"opencl", FunctionGroup::DeviceApi},
    {"nvtx", FunctionGroup::Annotation},
    {"operator", FunctionGroup::Annotation},
}};

Result<FunctionGroupMask> parseFunctionGroups(std::string_view text, std::string_view option)
{
    FunctionGroupMask groups = 0;
    for (const std::string_view word : wordsOf(text)) {
        std::string pattern = asLowerCase(word);
        std::ranges::replace_if(
            pattern, [](char letter) { return letter == '-' || letter == '_'; }, ' ');
        FunctionGroupMask fitting = 0;
        for (std::uint8_t i = 0; i < kFunctionGroupCount; ++i) {
            const auto group = static_cast<FunctionGroup>(i);
            fitting |= fitsGlob(asLowerCase(name(group)), pattern) ? maskOf(group) : 0;
        }
        for (const auto& [alias, group] : kGroupAliases) {
            fitting |= alias == pattern ? maskOf(group) : 0;
        }
        if (fitting == 0) {
            return notUnderstood(option, "function groups such as MPI, kernel or device-api", word);
        }
        groups |= fitting;
    }
    return groups;
}

std::string_view word(IoKind kind)
{
    static constexpr std::array<std::string_view, kIoKinds> kWords{
        "read", "write", "flush", "other", "open", "close", "seek"};
    return kWords.at(static_cast<std::size_t>(kind));
}

Result<std::vector<IoKind>> parseIoKinds(std::string_view text, std::string_view option)
{
    std::set<IoKind> kinds;
    for (const std::string_view name : wordsOf(text)) {
        bool isAny = false;
        for (std::uint8_t i = 0; i < kIoKinds && !isAny; ++i) {
            isAny = word(static_cast<IoKind>(i)) == asLowerCase(name);
            if (isAny) {
                kinds.insert(static_cast<IoKind>(i));
            }
        }
        if (!isAny) {
            return notUnderstood(option, "read, write, flush, other, open, close and seek", name);
        }
    }
    return std::vector<IoKind>(kinds.begin(), kinds.end());
}

Result<void> parseIoFlags(std::string_view text, IoFilter& filter, std::string_view option)
{
    for (const std::string_view name : wordsOf(text)) {
        const std::string flag = asLowerCase(name);
        if (flag == "non-blocking") {
            filter.flagsSet |= kIoNonBlocking;
        } else if (flag == "blocking") {
            filter.flagsClear |= kIoNonBlocking;
        } else if (flag == "collective") {
            filter.flagsSet |= kIoCollective;
        } else if (flag == "independent") {
            filter.flagsClear |= kIoCollective;
        } else {
            return notUnderstood(
                option, "blocking or non-blocking and collective or independent", name);
        }
    }
    return {};
}

Result<std::vector<CommRef>> selectCommunicators(
    std::string_view text, const Definitions& definitions)
{
    return selectBy<CommRef>(
        text, definitions.communicators, "communicator", [](const Communicator& communicator) {
            return std::array{communicator.name};
        });
}

Result<std::vector<IoParadigmRef>> selectIoParadigms(
    std::string_view text, const Definitions& definitions)
{
    return selectBy<IoParadigmRef>(
        text, definitions.ioParadigms, "I/O paradigm", [](const IoParadigm& paradigm) {
            return std::array{paradigm.name, paradigm.identification};
        });
}

Result<void> selectIoFiles(std::string_view text, const Definitions& definitions, IoFilter& filter)
{
    std::set<IoFileRef> files;
    std::set<IoHandleRef> handles;
    const auto take = [&](std::string_view word) {
        bool any = false;
        for (const IoFile& file : definitions.ioFiles) {
            if (isFileNamed(file.name, word)) {
                files.insert(file.ref);
                any = true;
            }
        }
        for (const IoHandle& handle : definitions.ioHandles) {
            if (definitions.find(handle.file) == nullptr && isFileNamed(handle.name, word)) {
                handles.insert(handle.ref);
                any = true;
            }
        }
        return any;
    };
    const auto mostCommas = [&] {
        std::size_t most = 0;
        for (const IoFile& file : definitions.ioFiles) {
            most = std::max(most, commasIn(file.name));
        }
        for (const IoHandle& handle : definitions.ioHandles) {
            most = std::max(most, commasIn(handle.name));
        }
        return most;
    };
    VELLUM_RETURN_IF_ERROR(takeWords(text, "file", mostCommas, take));
    filter.files.insert(filter.files.end(), files.begin(), files.end());
    filter.handles.insert(filter.handles.end(), handles.begin(), handles.end());
    return {};
}

}  // namespace vellum::query
