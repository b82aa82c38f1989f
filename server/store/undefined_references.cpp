#include "server/store/undefined_references.h"

#include "common/base/number_text.h"

#include <algorithm>

namespace vellum::server::store {

namespace {

/// Those whose absence is not damage, if nothing is named: a program without a name, a sample that nobody
/// says the reason of.
bool mayBeNone(RefKind kind)
{
    return kind == RefKind::String || kind == RefKind::InterruptGenerator;
}

std::string article(std::string_view noun)
{
    constexpr std::string_view kVowels = "aeioIR";  // "an RMA window"
    return (kVowels.find(noun.front()) != std::string_view::npos ? "an " : "a ")
           + std::string(noun);
}

/// Where the references begin that no definition of a joint trace has: in the middle. I/O paradigms have eight bits,
/// and none to spare.
std::uint64_t middleOf(RefKind kind)
{
    if (kind == RefKind::IoParadigm) {
        return 0;
    }
    return undefinedOf(kind) / 2 + 1;
}

}  // namespace

std::uint64_t FileReferences::inWhole(RefKind kind, const Origin& origin) const
{
    const std::uint64_t piece = middleOf(kind) / std::max<std::size_t>(m_files, 1);
    if (origin.file >= m_files || origin.ref >= piece) {
        return undefinedOf(kind);
    }
    return middleOf(kind) + origin.file * piece + origin.ref;  // the last of all is none
}

std::optional<FileReferences::Origin> FileReferences::originOf(
    RefKind kind, std::uint64_t ref) const
{
    const std::uint64_t piece = middleOf(kind) / std::max<std::size_t>(m_files, 1);
    if (piece == 0 || ref < middleOf(kind) || ref >= undefinedOf(kind)) {
        return std::nullopt;
    }
    const std::uint64_t place = ref - middleOf(kind);
    if (place / piece >= m_files) {
        return std::nullopt;
    }
    return Origin{.file = static_cast<std::size_t>(place / piece), .ref = place % piece};
}

std::uint64_t FileReferences::inFile(RefKind kind, std::uint64_t ref) const
{
    const auto origin = originOf(kind, ref);
    return origin ? origin->ref : ref;
}

UndefinedReferences::Found& UndefinedReferences::foundOf(RefKind kind)
{
    const auto found = std::ranges::find(m_found, kind, &Found::kind);
    return found != m_found.end() ? *found : m_found.emplace_back(Found{.kind = kind});
}

void UndefinedReferences::report(ImportReport& report, const std::string& before) const
{
    std::string sentence = before;
    std::uint64_t count = 0;
    for (const Found& found : m_found) {
        sentence.append(count == 0 ? "" : "; ").append(found.first);
        if (m_found.size() > 1 && found.count > 1) {
            sentence.append(" (").append(grouped(found.count)).append(" times)");
        }
        count += found.count;
    }
    if (count > 0) {
        report.add("undefined-reference", query::Severity::Warning, sentence, count);
    }
}

void ReferenceCheck::checkRecord(Tick tick, EventKind kind, std::span<const std::uint64_t> payload)
{
    for (const ReferringMember& member : referringMembersOf(kind)) {
        if (member.place < payload.size()) {
            check(tick, member.kind, payload[member.place]);
        }
    }
    if (kind == event_kind::kProgramBegin) {
        for (std::size_t i = infoOf(kind).attributes.size() + 1; i < payload.size(); i += 2) {
            check(tick, RefKind::String, payload[i]);
        }
    }
}

void ReferenceCheck::lookUp(Tick tick, RefKind kind, std::uint64_t ref, Known& slot)
{
    const bool mayBeLeftOut =
        m_isPart && (kind == RefKind::Location || kind == RefKind::LocationGroup);
    if (mayBeLeftOut || (mayBeNone(kind) && ref == undefinedOf(kind))
        || isDefined(m_definitions, kind, ref)) {
        slot = {.kind = kind, .ref = ref};
        return;
    }
    add(tick, kind, ref);
}

void ReferenceCheck::add(Tick tick, RefKind kind, std::uint64_t ref)
{
    m_undefined.add(kind, [&] {
        const std::string when = " at tick " + std::to_string(tick);
        const std::string what(name(kind));
        return ref == undefinedOf(kind)
                   ? "a record" + when + " names " + article(what) + " that is not defined"
                   : what + " " + std::to_string(m_files.inFile(kind, ref)) + when
                         + " is not defined";
    });
}

void ReferenceCheck::report(ImportReport& report, const Location& location) const
{
    m_undefined.report(report, placeOf(location) + ": ");
}

}  // namespace vellum::server::store
