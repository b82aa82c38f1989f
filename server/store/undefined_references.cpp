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

}  // namespace

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
        // Of a joint trace, too, whose parts' undefined references have no number in the whole.
        return ref == undefinedOf(kind)
                   ? "a record" + when + " names " + article(what) + " that is not defined"
                   : what + " " + std::to_string(ref) + when + " is not defined";
    });
}

void ReferenceCheck::report(ImportReport& report, const Location& location) const
{
    m_undefined.report(report, placeOf(location) + ": ");
}

}  // namespace vellum::server::store
