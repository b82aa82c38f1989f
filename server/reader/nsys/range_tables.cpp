#include "common/trace/range_text.h"
#include "server/reader/nsys/payload_decoder.h"
#include "server/reader/nsys/payload_rows.h"
#include "server/reader/nsys/payload_tables.h"
#include "server/reader/nsys/table_reader.h"
#include "server/reader/wording.h"

#include <bit>
#include <charconv>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

namespace vellum::server::reader::nsys {

namespace {

using query::Severity;
using tracks::Carried;
using tracks::kFarthest;
using tracks::Track;

constexpr std::string_view kTable = "NVTX_EVENTS";

// NVTX_EVENTS.eventType
constexpr std::int64_t kCategory = 33;
constexpr std::int64_t kMark = 34;
constexpr std::int64_t kThread = 39;
constexpr std::int64_t kPushPop = 59;
constexpr std::int64_t kStartEnd = 60;
constexpr std::int64_t kDomainCreate = 75;
constexpr std::int64_t kDomainDestroy = 76;

// The columns that are read, in their order.
constexpr int kStart = 0;
constexpr int kEnd = 1;
constexpr int kTid = 2;
constexpr int kType = 3;
constexpr int kText = 4;
constexpr int kTextId = 5;
constexpr int kDomain = 6;
constexpr int kCategoryId = 7;
constexpr int kColor = 8;
constexpr int kUint64 = 9;
constexpr int kInt64 = 10;
constexpr int kDouble = 11;
constexpr int kUint32 = 12;
constexpr int kInt32 = 13;
constexpr int kFloat = 14;
constexpr int kJson = 15;
constexpr int kJsonId = 16;
constexpr int kBinary = 17;
constexpr int kEventId = 18;

constexpr std::string_view kPayloadName = "nvtx_payload";
constexpr std::size_t kMostNames = 4096;   ///< of fields of payloads
constexpr std::size_t kMostFields = 1024;  ///< that an event carries

class Ranges {
public:
    explicit Ranges(TableReader& reader)
        : m_reader(reader)
        , m_payloads(readPayloadBook(reader))
        , m_rows(reader)
    {
    }

    void read()
    {
        scan([this](const Row& row) { takeName(row); });
        scan([this](const Row& row) { take(row); });
        m_rows.reportLeft(m_reader);
    }

private:
    template <typename Use>
    void scan(Use use)
    {
        std::vector<std::string_view> columns{
            "start",
            "end",
            "globalTid",
            "eventType",
            "text",
            "textId",
            "domainId",
            "category",
            "color",
            "uint64Value",
            "int64Value",
            "doubleValue",
            "uint32Value",
            "int32Value",
            "floatValue",
            "jsonText",
            "jsonTextId",
            "binaryData"};
        if (!m_rows.empty()) {
            columns.emplace_back("eventId");
        }
        m_reader.scan(kTable, TableReader::Columns(columns), use);
    }

    [[nodiscard]] std::string_view textOf(const Row& row) const
    {
        return row.text(kText).empty() ? m_reader.name(row, kTextId) : row.text(kText);
    }
    void takeName(const Row& row);
    void take(const Row& row);
    void takeColor(const Row& row, std::uint32_t region);
    void takeMark(const Row& row, Track& own, std::uint32_t region);
    [[nodiscard]] std::vector<Carried> carriedBy(const Row& row);
    [[nodiscard]] TypedValue textValue(std::string_view text)
    {
        return {.type = ValueType::String, .bits = m_reader.result().texts.intern(text).value()};
    }
    /// Numbers as numbers, all else as texts.
    [[nodiscard]] TypedValue numberOrText(std::string_view text)
    {
        std::int64_t number = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
        return error == std::errc() && end == text.data() + text.size()
                   ? TypedValue{.type = ValueType::Int64, .bits = static_cast<std::uint64_t>(number)}
                   : textValue(text);
    }
    [[nodiscard]] TypedValue payloadOf(const Row& row);
    [[nodiscard]] std::string_view jsonOf(const Row& row)
    {
        return row.text(kJson).empty() ? m_reader.name(row, kJsonId) : row.text(kJson);
    }
    void addPayload(const Row& row, std::vector<Carried>& carried);
    void addField(
        const Row& row, std::string_view name, TypedValue value, std::vector<Carried>& carried);
    [[nodiscard]] TypedValue typed(const PayloadValue& payload);
    void reportPayload(const Row& row, const PayloadProblem& problem);
    [[nodiscard]] std::string_view domainOf(const Row& row) const;
    [[nodiscard]] std::string categoryOf(const Row& row) const;

    using DomainKey = std::pair<std::int64_t, std::int64_t>;                   // process, domain
    using CategoryKey = std::tuple<std::int64_t, std::int64_t, std::int64_t>;  // and category

    TableReader& m_reader;
    PayloadBook m_payloads;
    PayloadRows m_rows;
    std::size_t m_payloadNames = 0;
    std::map<std::string, std::size_t> m_fieldsNamed;  ///< of the present event
    std::map<DomainKey, std::string> m_domains;
    std::map<CategoryKey, std::string> m_categories;
};

void Ranges::takeName(const Row& row)
{
    // All rows come once more, for ranges and marks: what is no number is said of names alone here.
    const std::int64_t type = row.integer(kType).value_or(0);
    if (type != kDomainCreate && type != kCategory && type != kThread) {
        return;
    }
    const std::int64_t process = processOf(row.needed(kTid));
    switch (type) {
    case kDomainCreate:
        if (row.number(kDomain) != 0) {  // the default one, which has no name
            m_domains[{process, row.number(kDomain)}] = std::string(textOf(row));
        }
        break;
    case kCategory:
        m_categories[{process, row.number(kDomain), row.number(kCategoryId)}] =
            std::string(textOf(row));
        break;
    case kThread: {
        std::string& name = m_reader.result().threadNames[row.number(kTid)];
        name = name.empty() ? std::string(textOf(row)) : name;
        break;
    }
    default:
        break;
    }
}

/// Empty: the default domain.
std::string_view Ranges::domainOf(const Row& row) const
{
    const auto found = m_domains.find({processOf(row.number(kTid)), row.number(kDomain)});
    return found == m_domains.end() ? std::string_view() : std::string_view(found->second);
}

std::string Ranges::categoryOf(const Row& row) const
{
    const std::int64_t category = row.number(kCategoryId);
    const auto found =
        m_categories.find({processOf(row.number(kTid)), row.number(kDomain), category});
    return found == m_categories.end() ? "category " + std::to_string(category) : found->second;
}

/// Of type None where there is none.
TypedValue Ranges::payloadOf(const Row& row)
{
    if (const auto number = row.optional(kUint64)) {
        return {.type = ValueType::UInt64, .bits = static_cast<std::uint64_t>(*number)};
    }
    if (const auto number = row.optional(kInt64)) {
        return {.type = ValueType::Int64, .bits = static_cast<std::uint64_t>(*number)};
    }
    if (const auto number = row.optionalReal(kDouble)) {
        return {.type = ValueType::Double, .bits = std::bit_cast<std::uint64_t>(*number)};
    }
    if (const auto number = row.optional(kUint32)) {
        return {.type = ValueType::UInt32, .bits = static_cast<std::uint64_t>(*number)};
    }
    if (const auto number = row.optional(kInt32)) {
        return {.type = ValueType::Int32, .bits = static_cast<std::uint64_t>(*number)};
    }
    if (const auto number = row.optionalReal(kFloat)) {
        return {.type = ValueType::Double, .bits = std::bit_cast<std::uint64_t>(*number)};
    }
    const std::string_view json = jsonOf(row);
    return json.empty() ? TypedValue{} : textValue(json);
}

/// What the payloads say, where the export does not say it in words already.
void Ranges::addPayload(const Row& row, std::vector<Carried>& carried)
{
    if (!jsonOf(row).empty()) {
        return;
    }
    m_fieldsNamed.clear();
    if (!m_rows.empty()) {
        const std::vector<Carried> said = m_rows.of(row.number(kEventId));
        for (const Carried& field : said) {
            const std::string name(m_reader.result().attributes.name(field.attribute));
            addField(row, name, field.value, carried);
        }
        if (!said.empty()) {
            return;
        }
    }
    if (!row.hasBytes(kBinary)) {
        return;
    }
    const DecodedPayload decoded = decodePayload(m_payloads, row.text(kBinary));
    for (const PayloadValue& payload : decoded.values) {
        addField(row, payload.name.empty() ? kPayloadName : payload.name, typed(payload), carried);
    }
    for (const PayloadProblem& problem : decoded.problems) {
        reportPayload(row, problem);
    }
}

TypedValue Ranges::typed(const PayloadValue& payload)
{
    if (const auto* number = std::get_if<std::int64_t>(&payload.value)) {
        return {.type = ValueType::Int64, .bits = static_cast<std::uint64_t>(*number)};
    }
    if (const auto* bits = std::get_if<std::uint64_t>(&payload.value)) {
        return {.type = ValueType::UInt64, .bits = *bits};
    }
    if (const auto* real = std::get_if<double>(&payload.value)) {
        return {.type = ValueType::Double, .bits = std::bit_cast<std::uint64_t>(*real)};
    }
    return textValue(std::get<std::string>(payload.value));
}

/// A name that the event has already, of another payload or element, is "name (2)" then.
void Ranges::addField(
    const Row& row, std::string_view name, TypedValue value, std::vector<Carried>& carried)
{
    AttributeBook& attributes = m_reader.result().attributes;
    if (carried.size() >= kMostFields) {
        return reportPayload(
            row, {.flaw = PayloadFlaw::TooMuch, .what = numberText(kMostFields) + " fields"});
    }
    std::string whole(name);
    if (const std::size_t number = ++m_fieldsNamed[whole]; number > 1) {
        whole.append(" (").append(std::to_string(number)).append(")");
        ++m_fieldsNamed[whole];
    }
    if (m_payloadNames >= kMostNames && !attributes.knows(whole, value.type)) {
        return reportPayload(
            row, {.flaw = PayloadFlaw::TooMuch, .what = numberText(kMostNames) + " names"});
    }
    const std::size_t before = attributes.size();
    carried.push_back({attributes.intern(whole, value.type), value});
    m_payloadNames += attributes.size() - before;
}

void Ranges::reportPayload(const Row& row, const PayloadProblem& problem)
{
    struct Finding {
        const char* kind;
        Severity severity;
        const char* words;
    };
    const auto finding = [&]() -> Finding {
        switch (problem.flaw) {
        case PayloadFlaw::NoSchema:
            return {
                "nvtx-payload-without-schema",
                Severity::Warning,
                "is of a schema that the file does not describe, describes in part, or twice "
                "and otherwise: "};
        case PayloadFlaw::TooShort:
            return {
                "nvtx-payload-too-short",
                Severity::Warning,
                "ends before a field that its schema says there is: "};
        case PayloadFlaw::Type:
            return {
                "nvtx-payload-unknown-type",
                Severity::Info,
                "has a field of a type that this version does not know: "};
        case PayloadFlaw::Elsewhere:
            return {
                "nvtx-payload-elsewhere",
                Severity::Info,
                "has a field that is the address of what was not recorded: "};
        case PayloadFlaw::TooMuch:
            return {"nvtx-payload-shortened", Severity::Info, "has more than is taken apart: "};
        case PayloadFlaw::Rest:
            return {
                "nvtx-payload-left-out",
                Severity::Warning,
                "goes on behind what it says of itself: left out are "};
        case PayloadFlaw::Layout:
            break;
        }
        return {
            "nvtx-payload-left-out",
            Severity::Warning,
            "does not begin with its domain, schema and size as Nsight Systems writes them"};
    }();
    m_reader.result().findings.add(finding.kind, finding.severity, [&] {
        return "the binary payload (" + bytesText(row.text(kBinary).size())
               + ") of NVTX range or mark '" + std::string(textOf(row)) + "' at "
               + std::to_string(row.number(kStart)) + " ns " + finding.words + problem.what;
    });
}

std::vector<Carried> Ranges::carriedBy(const Row& row)
{
    std::vector<Carried> carried;
    AttributeBook& attributes = m_reader.result().attributes;
    const auto add = [&](std::string_view name, TypedValue value) {
        // A payload is a number here and a text there.
        const ValueType type = name == kPayloadName ? ValueType::None : value.type;
        carried.push_back({attributes.intern(name, type), value});
    };
    if (const std::string_view domain = domainOf(row); !domain.empty()) {
        add("nvtx_domain", textValue(domain));
    }
    if (row.optional(kCategoryId) && row.number(kCategoryId) != 0) {
        add("nvtx_category", textValue(categoryOf(row)));
    }
    if (const auto color = row.optional(kColor)) {
        constexpr std::uint64_t kArgb = 0xffff'ffff;
        add("nvtx_color",
            {.type = ValueType::UInt32, .bits = static_cast<std::uint64_t>(*color) & kArgb});
    }
    if (const TypedValue payload = payloadOf(row); payload.type != ValueType::None) {
        add(kPayloadName, payload);
    }
    for (const auto& [name, value] : splitRangeText(textOf(row)).arguments) {
        add(name, numberOrText(value));
    }
    addPayload(row, carried);
    return carried;
}

/// What a range is drawn with is its region's: the first that any of its ranges has.
void Ranges::takeColor(const Row& row, std::uint32_t region)
{
    constexpr std::uint32_t kRgb = 0xff'ffff;
    const auto color = row.integer(kColor);
    if (!color || *color == 0) {
        return;
    }
    const std::uint32_t opaque = (static_cast<std::uint32_t>(*color) & kRgb) | ~kRgb;
    if (!m_reader.result().regions.color(region, opaque)) {
        m_reader.result().findings.add("nvtx-colour-differs", Severity::Info, [&] {
            return "NVTX range '" + std::string(textOf(row)) + "' at "
                   + std::to_string(row.number(kStart))
                   + " ns has another colour than the first of its name, in which all are drawn";
        });
    }
}

void Ranges::takeMark(const Row& row, Track& own, std::uint32_t region)
{
    const auto at = row.integer(kStart);
    if (m_reader.checkTime(kTable, at)) {
        m_reader.note(*at, *at);
        const tracks::ExtraRecord record =
            own.carry(own.add(event_kind::kInstant, {region}), carriedBy(row));
        own.points.push_back({.at = *at, .record = record});
    }
}

void Ranges::take(const Row& row)
{
    const std::int64_t type = row.number(kType);
    if (type == kCategory || type == kThread || type == kDomainCreate || type == kDomainDestroy) {
        return;  // names
    }
    if (type != kMark && type != kPushPop && type != kStartEnd) {
        m_reader.result().findings.add("nvtx-row-left-out", Severity::Info, [&] {
            return "a row of NVTX_EVENTS is of type " + std::to_string(type)
                   + ", which is no range, mark or name";
        });
        return;
    }
    const std::string domain(domainOf(row));
    const std::string description = domain.empty() ? "" : "NVTX domain " + domain;
    const std::string_view text = textOf(row);
    const std::uint32_t region = m_reader.result().regions.intern(
        splitRangeText(text).name,
        {Paradigm::Nvtx, RegionRole::Code, FunctionGroup::Annotation, description});
    takeColor(row, region);
    Track& own = m_reader.thread(row.needed(kTid));
    if (type == kMark) {
        return takeMark(row, own, region);
    }
    const GroupKey group{.kind = GroupKind::Process, .process = processOf(row.number(kTid))};
    Track& track =
        type == kPushPop
            ? own
            : m_reader.result().tracks[{.group = group, .kind = TrackKind::Ranges, .id = 0}];
    const tracks::ExtraRecord extra = track.carry(0, carriedBy(row));
    const bool isAdded =
        m_reader.addSpan(kTable, row, track, region, extra, TableReader::End::MayBeMissing);
    if (isAdded && !row.integer(kEnd)) {
        track.spans.back().end = kFarthest;  // closed at the end of the trace
        const auto sentence = [&] {
            return "NVTX range '" + std::string(text) + "' begun at "
                   + std::to_string(row.number(kStart)) + " ns was never ended";
        };
        m_reader.result().findings.add("open-visit", Severity::Warning, sentence, &track);
    }
}

}  // namespace

void readRanges(TableReader& reader)
{
    Ranges(reader).read();
}

}  // namespace vellum::server::reader::nsys
