#include "gui/models/filter_state.h"

#include "common/query/filter_words.h"
#include "gui/models/notes.h"

#include <QStringList>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace vellum::gui::models {

namespace {

using query::NumberRange;
using Ranges = std::vector<NumberRange>;

constexpr QLatin1String kOf("of");
constexpr QLatin1String kAny("anyFunction");
constexpr QLatin1String kList("list");
constexpr QLatin1String kKind("kind");
constexpr QLatin1String kText("text");
constexpr QLatin1String kIsOn("on");
constexpr QLatin1String kLocations("locations");
constexpr QLatin1String kFunctions("functions");
constexpr QLatin1String kTags("tags");
constexpr QLatin1String kCommunicators("communicators");
constexpr QLatin1String kBytes("bytes");
constexpr QLatin1String kHides("hides");
constexpr QLatin1String kOperations("operations");
constexpr QLatin1String kParadigms("paradigms");
constexpr QLatin1String kFiles("files");
constexpr QLatin1String kHandles("handles");
constexpr QLatin1String kKinds("kinds");
constexpr QLatin1String kFlagsSet("flagsSet");
constexpr QLatin1String kFlagsClear("flagsClear");

/// By the kind's number.
constexpr std::array kKindNames = {
    "onlyLocations", "hideLocations", "functions", "messages", "collectives", "io"};

// ---- Numbers: "3,7-9" -----------------------------------------------------------------------

QString textOf(const Ranges& ranges)
{
    QStringList words;
    for (const NumberRange& range : ranges) {
        words
            << (range.least == range.most
                    ? QString::number(range.least)
                    : QStringLiteral("%1-%2").arg(
                        QString::number(range.least), QString::number(range.most)));
    }
    return words.join(QLatin1Char(','));
}

template <typename Numbers>
QString textOfNumbers(const Numbers& numbers)
{
    std::vector<std::uint64_t> sorted;
    for (const auto& number : numbers) {
        if constexpr (requires { number.value(); }) {
            sorted.push_back(number.value());
        } else {
            sorted.push_back(static_cast<std::uint64_t>(number));
        }
    }
    std::ranges::sort(sorted);
    Ranges ranges;
    for (const std::uint64_t number : sorted) {
        if (!ranges.empty() && number <= ranges.back().most + 1) {
            ranges.back().most = number;
        } else {
            ranges.push_back({.least = number, .most = number});
        }
    }
    return textOf(ranges);
}

/// In ascending order, apart from each other; nothing where one cannot be read.
std::optional<Ranges> rangesOf(const QVariant& value)
{
    Ranges ranges;
    const QString text = value.toString();
    if (text.isEmpty()) {
        return ranges;
    }
    for (const QString& word : text.split(QLatin1Char(','))) {
        bool isLeast = false;
        bool isMost = false;
        const QStringList ends = word.split(QLatin1Char('-'));
        const NumberRange range{
            .least = ends.front().toULongLong(&isLeast), .most = ends.back().toULongLong(&isMost)};
        if (!isLeast || !isMost || ends.size() > 2 || range.least > range.most) {
            return std::nullopt;
        }
        ranges.push_back(range);
    }
    std::ranges::sort(ranges, {}, &NumberRange::least);
    Ranges joined;
    for (const NumberRange& range : ranges) {
        if (!joined.empty() && range.least <= joined.back().most) {
            joined.back().most = std::max(joined.back().most, range.most);
        } else {
            joined.push_back(range);
        }
    }
    return joined;
}

bool contains(const Ranges& ranges, std::uint64_t number)
{
    const auto after = std::ranges::upper_bound(ranges, number, {}, &NumberRange::least);
    return after != ranges.begin() && std::prev(after)->contains(number);
}

/// One map's entries. What is defined is looked up in the text, not the other way round: a range may name
/// more than there is memory for.
class Entry {
public:
    explicit Entry(const QVariantMap& map) : m_map(map) {}

    template <typename Definition>
    [[nodiscard]] auto refs(QLatin1String key, const std::vector<Definition>& defined)
    {
        std::vector<decltype(Definition::ref)> found;
        const Ranges ranges = read(key);
        for (const Definition& one : defined) {
            if (contains(ranges, one.ref.value())) {
                found.push_back(one.ref);
            }
        }
        return found;
    }

    /// Those below \p end.
    template <typename Number>
    [[nodiscard]] std::vector<Number> numbers(QLatin1String key, std::uint64_t end)
    {
        std::vector<Number> found;
        const Ranges ranges = read(key);
        for (std::uint64_t number = 0; number < end; ++number) {
            if (contains(ranges, number)) {
                found.push_back(static_cast<Number>(number));
            }
        }
        return found;
    }

    [[nodiscard]] Ranges read(QLatin1String key)
    {
        const auto ranges = rangesOf(m_map.value(key));
        m_isRead = m_isRead && ranges.has_value();
        return ranges.value_or(Ranges());
    }

    [[nodiscard]] NumberRange range(QLatin1String key)
    {
        const Ranges ranges = read(key);
        return ranges.empty() ? NumberRange{} : ranges.front();
    }

    [[nodiscard]] std::uint32_t flags(QLatin1String key) const { return m_map.value(key).toUInt(); }
    [[nodiscard]] bool hides() const { return m_map.value(kHides).toBool(); }
    [[nodiscard]] bool isRead() const { return m_isRead; }

private:
    const QVariantMap& m_map;
    bool m_isRead = true;
};

// ---- Filters of records ---------------------------------------------------------------------

void write(QVariantMap& to, const query::RecordFilter& records)
{
    const auto put = [&to](QLatin1String key, const QString& text) {
        if (!text.isEmpty()) {
            to.insert(key, text);
        }
    };
    for (const query::MessageFilter& one : records.messages) {
        put(kTags, textOf(one.tags));
        put(kCommunicators, textOfNumbers(one.communicators));
        put(kBytes, textOf({one.bytes}));
        to.insert(kHides, one.hides);
    }
    for (const query::CollectiveFilter& one : records.collectives) {
        put(kOperations, textOfNumbers(one.operations));
        put(kCommunicators, textOfNumbers(one.communicators));
        put(kBytes, textOf({one.bytes}));
        to.insert(kHides, one.hides);
    }
    for (const query::IoFilter& one : records.io) {
        put(kParadigms, textOfNumbers(one.paradigms));
        put(kFiles, textOfNumbers(one.files));
        put(kHandles, textOfNumbers(one.handles));
        put(kKinds, textOfNumbers(one.kinds));
        to.insert(kFlagsSet, one.flagsSet);
        to.insert(kFlagsClear, one.flagsClear);
        to.insert(kHides, one.hides);
    }
}

query::RecordFilter recordsOf(Filter::Kind kind, Entry& entry, const Definitions& definitions)
{
    constexpr std::uint64_t kMostOperations = 1'024;  // OTF2 has some forty
    query::RecordFilter records;
    if (kind == Filter::Kind::Messages) {
        records.messages.push_back(
            {.tags = entry.read(kTags),
             .communicators = entry.refs(kCommunicators, definitions.communicators),
             .bytes = entry.range(kBytes),
             .hides = entry.hides()});
    } else if (kind == Filter::Kind::Collectives) {
        records.collectives.push_back(
            {.operations = entry.numbers<std::uint32_t>(kOperations, kMostOperations),
             .communicators = entry.refs(kCommunicators, definitions.communicators),
             .bytes = entry.range(kBytes),
             .hides = entry.hides()});
    } else {
        records.io.push_back(
            {.paradigms = entry.refs(kParadigms, definitions.ioParadigms),
             .files = entry.refs(kFiles, definitions.ioFiles),
             .handles = entry.refs(kHandles, definitions.ioHandles),
             .kinds = entry.numbers<query::IoKind>(kKinds, query::kIoKinds),
             .flagsSet = entry.flags(kFlagsSet),
             .flagsClear = entry.flags(kFlagsClear),
             .hides = entry.hides()});
    }
    return records;
}

// ---- One filter -----------------------------------------------------------------------------

QVariantMap stateOf(const Filter& filter)
{
    QVariantMap state{
        {kKind, QLatin1String(kKindNames.at(static_cast<std::size_t>(filter.kind)))},
        {kText, filter.text},
        {kIsOn, filter.isOn}};
    if (filter.locations) {
        state.insert(kLocations, textOfNumbers(*filter.locations));
    }
    if (filter.functions) {
        state.insert(kFunctions, textOfNumbers(*filter.functions));
    }
    write(state, filter.records);
    return state;
}

std::optional<Filter> filterOf(const QVariantMap& state, const Definitions& definitions)
{
    constexpr qsizetype kLongestText = 1'000;
    const QString name = state.value(kKind).toString();
    const auto* const kind = std::ranges::find_if(
        kKindNames, [&name](const char* known) { return name == QLatin1String(known); });
    if (kind == kKindNames.end()) {
        return std::nullopt;
    }
    Filter filter{
        .kind = static_cast<Filter::Kind>(kind - kKindNames.begin()),
        .text = state.value(kText).toString().left(kLongestText),
        .isOn = state.value(kIsOn).toBool()};
    Entry entry(state);
    if (filter.kind == Filter::Kind::Functions) {
        const auto regions = entry.refs(kFunctions, definitions.regions);
        filter.functions =
            std::make_shared<const std::unordered_set<RegionRef>>(regions.begin(), regions.end());
    } else if (filter.kind < Filter::Kind::Functions) {
        auto locations = entry.refs(kLocations, definitions.locations);
        if (locations.empty()) {
            return std::nullopt;
        }
        filter.locations = std::make_shared<const std::vector<LocationRef>>(std::move(locations));
    } else {
        filter.records = recordsOf(filter.kind, entry, definitions);
    }
    return entry.isRead() ? std::optional(std::move(filter)) : std::nullopt;
}

}  // namespace

QVariantMap filterState(const FilterSet& filters, const query::TraceInfo& info)
{
    if (filters.filters().empty()) {
        return {};
    }
    QVariantList list;
    for (const Filter& filter : filters.filters()) {
        list.append(stateOf(filter));
    }
    return {{kOf, Notes::identityOf(info)}, {kAny, filters.anyFunction()}, {kList, list}};
}

std::shared_ptr<const FilterSet> filtersOf(
    const QVariantMap& state, const Definitions& definitions, const query::TraceInfo& info)
{
    constexpr qsizetype kMostFilters = 100;
    std::vector<Filter> filters;
    if (state.value(kOf).toString() == Notes::identityOf(info)) {
        for (const QVariant& one : state.value(kList).toList().mid(0, kMostFilters)) {
            if (auto filter = filterOf(one.toMap(), definitions)) {
                filters.push_back(std::move(*filter));
            }
        }
    }
    return filters.empty() ? nullptr
                           : std::make_shared<const FilterSet>(
                               definitions, std::move(filters), state.value(kAny).toBool());
}

}  // namespace vellum::gui::models
