#include "server/query/values/found_operations.h"

#include <unordered_map>

namespace vellum::server::query {

using vellum::query::ValueAccess;
using vellum::query::ValuePattern;
using vellum::query::ValuesOperationsQuestion;

namespace {

/// Whether records of one side-car are those that a question is about. Names are looked up once for each id.
class Asked {
public:
    Asked(const ValuesOperationsQuestion& question, const FileInScope& file)
        : m_question(question)
        , m_file(file)
    {
    }

    [[nodiscard]] bool has(std::uint64_t object, std::uint32_t site, sidecar::AccessKind kind)
    {
        const auto wanted = static_cast<sidecar::AccessKind>(m_question.access);
        const bool isKind = m_question.access == ValueAccess::Any || kind == wanted;
        return isKind && hasObject(object) && hasSite(site);
    }

private:
    bool hasObject(std::uint64_t object)
    {
        const auto [known, isNew] = m_objects.try_emplace(object, m_question.object.empty());
        if (isNew && !known->second) {
            known->second = m_file.profile().objectName(object) == m_question.object;
        }
        return known->second;
    }
    bool hasSite(std::uint32_t site)
    {
        const auto [known, isNew] = m_sites.try_emplace(site, true);
        if (isNew) {
            const ValueProfile& profile = m_file.profile();
            known->second = (m_question.line.empty() || profile.siteLine(site) == m_question.line)
                            && (m_question.function.empty()
                                || profile.siteFunction(site) == m_question.function);
        }
        return known->second;
    }

    const ValuesOperationsQuestion& m_question;
    const FileInScope& m_file;
    std::unordered_map<std::uint64_t, bool> m_objects;
    std::unordered_map<std::uint32_t, bool> m_sites;
};

/// By id, of one side-car.
using Found = std::unordered_map<std::uint64_t, FoundOperation>;

/// Null of an operation that nobody asks for.
FoundOperation* addTo(Found& found, const FileInScope& file, std::uint64_t op)
{
    const ValueProfile::Operation* operation =
        file.contains(op) ? file.profile().operation(op) : nullptr;
    if (operation == nullptr || !operation->isJoined) {
        return nullptr;
    }
    FoundOperation& one = found[op];
    one.operation = operation;
    return &one;
}

Found foundIn(const FileInScope& file, const ValuesOperationsQuestion& question)
{
    Asked asked(question, file);
    Found found;
    const bool isOfPattern = question.pattern != ValuePattern::None;
    if (isOfPattern) {
        file.forEach<sidecar::PatternRecord>([&](const sidecar::PatternRecord& record) {
            const auto kind = sidecar::unpacked(record.flags).kind;
            if (patternOf(record.pattern) == question.pattern
                && asked.has(record.object, record.site, kind)) {
                addTo(found, file, record.op);
            }
        });
    }
    file.forEach<sidecar::AccessRecord>([&](const sidecar::AccessRecord& access) {
        if (!asked.has(access.object, access.site, access.kind)
            || (isOfPattern && !found.contains(access.op))) {
            return;
        }
        if (FoundOperation* one = addTo(found, file, access.op)) {
            one->movedBytes += access.bytes;
            one->redundantBytes += redundantBytes(access);
        }
    });
    return found;
}

}  // namespace

std::vector<FoundOperation> findOperations(
    const ValuesInScope& scope, const ValuesOperationsQuestion& question)
{
    std::vector<FoundOperation> all;
    for (const FileInScope& file : scope.files()) {
        for (const auto& [op, found] : foundIn(file, question)) {
            all.push_back(found);
        }
    }
    return all;
}

}  // namespace vellum::server::query
