#include "server/cli/naming.h"

#include <utility>

namespace vellum::server::cli {

using vellum::query::GroupBy;
using vellum::query::Key;
using vellum::query::MatrixBy;
using vellum::query::Severity;

namespace {

/// The end of a location's path, first its name alone, then longer step by step.
class PathEnd {
public:
    PathEnd(const Definitions& definitions, const Location& location)
        : m_definitions(&definitions)
        , m_ref(location.ref)
        , m_text(location.name)
        , m_group(definitions.find(location.group))
    {
    }

    [[nodiscard]] LocationRef ref() const { return m_ref; }
    [[nodiscard]] const std::string& text() const { return m_text; }

    /// \return false if it is the whole path already
    bool grow()
    {
        // A damaged trace may have a ring of parents: no path is longer than the number of nodes.
        if (m_group != nullptr) {
            m_text.insert(0, m_group->name + '/');
            m_node = m_definitions->find(m_group->parent);
            m_group = nullptr;
            return true;
        }
        if (m_node == nullptr || m_steps++ == m_definitions->systemTreeNodes.size()) {
            return false;
        }
        m_text.insert(0, m_node->name + '/');
        m_node = m_definitions->find(m_node->parent);
        return true;
    }

private:
    const Definitions* m_definitions;
    LocationRef m_ref;
    std::string m_text;
    const LocationGroup* m_group;
    const SystemTreeNode* m_node = nullptr;
    std::size_t m_steps = 0;
};

}  // namespace

IoNames ioNames(const Definitions& definitions, IoHandleRef ref)
{
    IoNames names;
    if (const IoHandle* handle = definitions.find(ref)) {
        names.handle = handle->name;
        if (const IoFile* file = definitions.find(handle->file)) {
            names.file = file->name;
        }
        const auto& paradigms = definitions.ioParadigms;
        const auto paradigm = std::ranges::find(paradigms, handle->paradigm, &IoParadigm::ref);
        names.paradigm = paradigm != paradigms.end() ? paradigm->name : std::string();
    }
    return names;
}

MetricMember metricOf(const Definitions& definitions, MetricMemberRef ref)
{
    const MetricMember* found = definitions.find(ref);
    return found != nullptr
               ? *found
               : MetricMember{.ref = ref, .name = "metric " + std::to_string(ref.value())};
}

LocationLabels::Labels LocationLabels::make() const
{
    Labels labels;
    std::vector<PathEnd> left;
    for (const Location& location : m_definitions.locations) {
        left.emplace_back(m_definitions, location);
    }
    while (!left.empty()) {
        std::unordered_map<std::string, std::size_t> counts;
        for (const PathEnd& end : left) {
            ++counts[end.text()];
        }
        std::vector<PathEnd> alike;
        for (PathEnd& end : left) {
            std::string text = end.text();
            if (counts.at(text) == 1) {
                labels.try_emplace(end.ref().value(), std::move(text));
            } else if (end.grow()) {
                alike.push_back(std::move(end));
            } else {
                labels.try_emplace(
                    end.ref().value(), text + " (" + std::to_string(end.ref().value()) + ')');
            }
        }
        left = std::move(alike);
    }
    return labels;
}

std::string LocationLabels::of(LocationRef ref) const
{
    if (!m_labels) {
        m_labels = make();
    }
    const auto found = m_labels->find(ref.value());
    return found != m_labels->end() ? found->second : locationName(m_definitions, ref);
}

std::string labelName(const Definitions& definitions, std::uint64_t label, MatrixBy by)
{
    const auto small = static_cast<std::uint32_t>(label);
    switch (by) {
    case MatrixBy::LocationGroup:
        return groupName(definitions, LocationGroupRef(small));
    case MatrixBy::SystemTreeNode:
        return vellum::query::nodeName(definitions, SystemTreeNodeRef(small));
    case MatrixBy::Location:
        break;
    }
    return locationName(definitions, LocationRef(label));
}

const char* word(GroupBy by)
{
    switch (by) {
    case GroupBy::FunctionGroup:
        return "group";
    case GroupBy::Paradigm:
        return "paradigm";
    case GroupBy::Region:
        break;
    }
    return "region";
}

const char* word(MatrixBy by)
{
    switch (by) {
    case MatrixBy::LocationGroup:
        return "location-group";
    case MatrixBy::SystemTreeNode:
        return "node";
    case MatrixBy::Location:
        break;
    }
    return "location";
}

const char* word(Severity severity)
{
    switch (severity) {
    case Severity::Info:
        return "info";
    case Severity::Error:
        return "error";
    case Severity::Warning:
        break;
    }
    return "warning";
}

double meanSeconds(Tick sum, std::uint64_t count, const ClockProperties& clock)
{
    if (count == 0) {
        return 0.0;
    }
    const double ticks = static_cast<double>(sum) / static_cast<double>(count);
    return ticks / static_cast<double>(clock.ticksPerSecond);
}

bool hasMoreThanHalf(Tick missing, TickRange column, std::uint64_t locations)
{
    __extension__ using Wide = __int128;
    return Wide{2} * missing < static_cast<Wide>(locations) * column.length();
}

double shareOf(const vellum::query::TimelineRun& run, TickRange column, std::uint64_t locations)
{
    if (run.winner.value == Key::kNone || column.isEmpty()) {
        return 0.0;
    }
    __extension__ using Wide = __int128;
    const Wide whole = static_cast<Wide>(locations) * column.length();
    return static_cast<double>(whole - run.missing) / static_cast<double>(whole);
}

}  // namespace vellum::server::cli
