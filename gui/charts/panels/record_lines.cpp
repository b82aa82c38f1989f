#include "gui/charts/panels/record_lines.h"

#include "common/base/number_text.h"
#include "common/query/event_names.h"
#include "common/trace/collectives.h"
#include "common/trace/device_work.h"
#include "gui/data/time_text.h"
#include "gui/data/wording.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>

namespace vellum::gui::charts {

namespace {

using models::isNameOf;
using query::EventRecord;
using Lines = std::vector<std::pair<QString, QString>>;

constexpr std::size_t kLongestText = 4'000;
/// More records of one kind are counted.
constexpr std::size_t kMostOfAKind = 3;

QString tr(const char* text)
{
    return QCoreApplication::translate("vellum::gui::charts", text);
}

QString plain(std::string_view text)
{
    const std::string_view shown = data::beginOf(text, kLongestText);
    return QString::fromUtf8(shown.data(), static_cast<qsizetype>(shown.size()))
           + (shown.size() < text.size() ? tr("… (%1 bytes)").arg(data::grouped(text.size()))
                                         : QString());
}

QString bytes(std::uint64_t count)
{
    const QString all = data::counted(count, tr("byte"), tr("bytes"));
    constexpr std::uint64_t kWorthAUnit = 10'000;
    return count < kWorthAUnit
               ? all
               : QStringLiteral("%1  (%2)").arg(QString::fromStdString(byteText(count)), all);
}

QString memoryName(std::uint64_t kind)
{
    return plain(name(static_cast<MemoryKind>(kind)));
}

/// Where a copy goes, in words.
QString directionOf(std::uint64_t kind)
{
    switch (static_cast<CopyKind>(kind)) {
    case CopyKind::HostToDevice:
        return tr("host to device");
    case CopyKind::DeviceToHost:
        return tr("device to host");
    case CopyKind::HostToArray:
        return tr("host to array");
    case CopyKind::ArrayToHost:
        return tr("array to host");
    case CopyKind::ArrayToArray:
        return tr("array to array");
    case CopyKind::ArrayToDevice:
        return tr("array to device");
    case CopyKind::DeviceToArray:
        return tr("device to array");
    case CopyKind::DeviceToDevice:
        return tr("device to device");
    case CopyKind::HostToHost:
        return tr("host to host");
    case CopyKind::PeerToPeer:
        return tr("device to another device");
    case CopyKind::UnifiedHostToDevice:
        return tr("host to device, moved by the driver");
    case CopyKind::UnifiedDeviceToHost:
        return tr("device to host, moved by the driver");
    case CopyKind::UnifiedDeviceToDevice:
        return tr("device to another device, moved by the driver");
    case CopyKind::Unknown:
        break;
    }
    return tr("not recorded");
}

/// The words of an attribute's name: those that we give ourselves are written out.
QString captionOf(const std::string& attribute)
{
    static const std::map<std::string, const char*, std::less<>> kKnown{
        {"nvtx_domain", QT_TR_NOOP("NVTX domain")},
        {"nvtx_category", QT_TR_NOOP("NVTX category")},
        {"nvtx_color", QT_TR_NOOP("NVTX colour")},
        {"nvtx_payload", QT_TR_NOOP("NVTX payload")},
        {"cuda_graph", QT_TR_NOOP("CUDA graph")},
        {"cuda_graph_exec", QT_TR_NOOP("CUDA graph instance")},
        {"cuda_graph_node", QT_TR_NOOP("CUDA graph node")},
        {"cuda_graph_original", QT_TR_NOOP("Copy of graph")},
        {"cuda_graph_original_node", QT_TR_NOOP("Copy of node")}};
    const auto found = kKnown.find(attribute);
    return found != kKnown.end() ? tr(found->second) : data::cut(attribute, 60);
}

/// Of a collective operation's record, where a number has a word of its own; else empty.
std::string wordOf(const std::string& member, std::uint64_t value)
{
    const auto number = static_cast<std::uint32_t>(value);
    if (member == "collective_op") {
        return collectiveName(number);
    }
    return member == "root" && number == kNoRoot ? "none" : "";
}

class Teller {
    Q_DECLARE_TR_FUNCTIONS(vellum::gui::charts::Teller)

public:
    Teller(const Definitions& definitions, TickRange range)
        : m_definitions(definitions)
        , m_range(range)
    {
    }

    void tell(const EventRecord& record)
    {
        if (!tellDevice(record) && !tellProgram(record)) {
            const QString members = membersOf(record);
            add(plain(record.kind),
                members.isEmpty()
                    ? tr("at %1").arg(data::instantText(record.tick, m_definitions.clock))
                    : members);
        }
        tellCarried(record);
    }
    void tellCarried(const EventRecord& record);
    void count(const std::string& kind, std::size_t records)
    {
        add(plain(kind), data::counted(records, tr("record"), tr("records")));
    }
    void add(const QString& caption, const QString& value) { m_lines.emplace_back(caption, value); }

    [[nodiscard]] const Lines& lines() const { return m_lines; }

private:
    [[nodiscard]] static std::uint64_t member(const EventRecord& record, std::size_t index)
    {
        return index < record.attributes.size() ? record.attributes[index].second : 0;
    }
    bool tellDevice(const EventRecord& record);
    bool tellProgram(const EventRecord& record);
    void tellKernel(const EventRecord& record);
    [[nodiscard]] EventRecord deviceRecordOf(
        EventKind kind, std::vector<query::CarriedAttribute>& carried);
    [[nodiscard]] bool carries(
        const std::vector<query::CarriedAttribute>& carried, std::string_view attribute) const;
    void tellBytes(std::uint64_t count);
    /// A number that is 0 where the trace does not say it.
    void addNumber(const QString& caption, std::uint64_t number)
    {
        if (number != 0) {
            add(caption, data::grouped(number));
        }
    }
    /// A name in figures: not grouped, so that it can be searched for.
    void addId(const QString& caption, std::uint64_t number)
    {
        if (number != 0) {
            add(caption, QString::number(number));
        }
    }
    [[nodiscard]] QString membersOf(const EventRecord& record) const;
    [[nodiscard]] QString metricsOf(const EventRecord& record) const;
    [[nodiscard]] QString valueText(const std::string& attribute, TypedValue value) const;

    const Definitions& m_definitions;
    TickRange m_range;
    Lines m_lines;
};

void Teller::tellKernel(const EventRecord& record)
{
    const auto triple = [&](std::size_t first) {
        return QStringLiteral("%1 × %2 × %3")
            .arg(
                data::grouped(member(record, first)),
                data::grouped(member(record, first + 1)),
                data::grouped(member(record, first + 2)));
    };
    constexpr std::size_t kGrid = 1;
    constexpr std::size_t kBlock = 4;
    constexpr std::size_t kRegisters = 7;
    if (member(record, kGrid) != 0) {
        add(tr("Grid"), triple(kGrid));
        add(tr("Block"), triple(kBlock));
    }
    if (member(record, kRegisters) != 0) {
        add(tr("Registers"), tr("%1 per thread").arg(data::grouped(member(record, kRegisters))));
    }
    if (member(record, kRegisters) != 0 || member(record, kRegisters + 1) != 0) {
        add(tr("Shared memory"), bytes(member(record, kRegisters + 1)));
    }
    addId(tr("Correlation"), member(record, 0));
}

void Teller::tellBytes(std::uint64_t count)
{
    add(tr("Size"), bytes(count));
    const double seconds = m_definitions.clock.toSeconds(m_range.length());
    if (count > 0 && seconds > 0) {
        add(tr("Throughput"),
            QString::fromStdString(quantityText(static_cast<double>(count) / seconds, "B/s")));
    }
}

bool Teller::tellDevice(const EventRecord& record)
{
    if (isNameOf(record.kind, event_kind::kDeviceKernel)) {
        tellKernel(record);
        return true;
    }
    if (isNameOf(record.kind, event_kind::kDeviceCopy)) {
        add(tr("Direction"), directionOf(member(record, 2)));
        add(tr("Memory"),
            tr("%1 to %2").arg(memoryName(member(record, 3)), memoryName(member(record, 4))));
        tellBytes(member(record, 1));
        addId(tr("Correlation"), member(record, 0));
        return true;
    }
    if (isNameOf(record.kind, event_kind::kDeviceSet)) {
        add(tr("Memory"), memoryName(member(record, 2)));
        tellBytes(member(record, 1));
        addId(tr("Correlation"), member(record, 0));
        return true;
    }
    if (isNameOf(record.kind, event_kind::kDeviceSync)) {
        addId(tr("Correlation"), member(record, 0));
        addId(tr("Waits for correlation"), member(record, 1));
        return true;
    }
    if (isNameOf(record.kind, event_kind::kDeviceLaunch)) {
        addId(tr("Correlation"), member(record, 0));
        return true;
    }
    return false;
}

bool Teller::tellProgram(const EventRecord& record)
{
    if (isNameOf(record.kind, event_kind::kOperator)) {
        addId(tr("External id"), member(record, 0));
        addId(tr("Sequence number"), member(record, 1));
        addId(tr("Forward thread"), member(record, 2));
        return true;
    }
    if (isNameOf(record.kind, event_kind::kPythonFrame)) {
        addId(tr("Python id"), member(record, 0));
        addId(tr("Python parent id"), member(record, 1));
        return true;
    }
    if (isNameOf(record.kind, event_kind::kMemoryUse)) {
        const auto change = static_cast<std::int64_t>(member(record, 3));
        const std::uint64_t size = change < 0 ? 0 - member(record, 3) : member(record, 3);
        add(change < 0 ? tr("Freed") : tr("Allocated"),
            tr("%1 at 0x%2").arg(bytes(size), QString::number(member(record, 2), 16)));
        return true;
    }
    if (isNameOf(record.kind, event_kind::kFlowBegin)
        || isNameOf(record.kind, event_kind::kFlowStep)
        || isNameOf(record.kind, event_kind::kFlowEnd)) {
        const std::string category = query::memberName(m_definitions, record, 1);
        add(isNameOf(record.kind, event_kind::kFlowBegin)  ? tr("Flow from here")
            : isNameOf(record.kind, event_kind::kFlowStep) ? tr("Flow through here")
                                                           : tr("Flow to here"),
            QString::number(member(record, 0))
                + (category.empty() ? QString() : QStringLiteral("  ") + plain(category)));
        return true;
    }
    if (isNameOf(record.kind, event_kind::kInstant)) {
        add(tr("Mark"),
            tr("%1 at %2")
                .arg(
                    plain(query::memberName(m_definitions, record, 0)),
                    data::instantText(record.tick, m_definitions.clock)));
        return true;
    }
    return false;
}

QString Teller::membersOf(const EventRecord& record) const
{
    if (isNameOf(record.kind, event_kind::kMetric)) {
        return metricsOf(record);
    }
    QStringList parts;
    for (std::size_t i = 0; i < record.attributes.size(); ++i) {
        const auto& [member, value] = record.attributes[i];
        const std::string word = wordOf(member, value);
        const std::string known = word.empty() ? query::memberName(m_definitions, record, i) : word;
        parts << QStringLiteral("%1 %2").arg(
            plain(member),
            known.empty() ? QLocale::c().toString(static_cast<qulonglong>(value)) : plain(known));
    }
    return parts.join(QStringLiteral(", "));
}

/// After the metric itself a type and a value for each of its members.
QString Teller::metricsOf(const EventRecord& record) const
{
    QStringList parts;
    for (std::size_t i = 1; i + 1 < record.attributes.size(); i += 2) {
        const TypedValue value{
            .type = static_cast<ValueType>(record.attributes[i].second),
            .bits = record.attributes[i + 1].second};
        parts << QStringLiteral("%1 %2").arg(
            plain(query::memberName(m_definitions, record, i + 1)),
            QString::fromStdString(textOf(value)));
    }
    return parts.join(QStringLiteral(", "));
}

QString Teller::valueText(const std::string& attribute, TypedValue value) const
{
    if (attribute == "nvtx_color") {
        // As it is typed elsewhere; the first two digits are how opaque it is.
        return QStringLiteral("#%1").arg(value.bits & 0xff'ffff, 6, 16, QLatin1Char('0'));
    }
    const std::string known = query::referredName(m_definitions, value);
    return known.empty() ? QString::fromStdString(textOf(value)) : plain(known);
}

/// What an archive's enter carries of a device's work, as the record that other traces have of it: told in the same
/// words. What \p kind has no member for stays in \p carried.
EventRecord Teller::deviceRecordOf(EventKind kind, std::vector<query::CarriedAttribute>& carried)
{
    const EventKindInfo& info = infoOf(kind);
    EventRecord record{.kind = std::string(info.name)};
    for (const std::string_view member : info.attributes) {
        const auto found = std::ranges::find_if(carried, [&](const query::CarriedAttribute& one) {
            return one.value.type == ValueType::UInt64
                   && query::attributeName(m_definitions, one.attribute) == member;
        });
        record.attributes.emplace_back(member, found == carried.end() ? 0 : found->value.bits);
        if (found != carried.end()) {
            carried.erase(found);
        }
    }
    return record;
}

bool Teller::carries(
    const std::vector<query::CarriedAttribute>& carried, std::string_view attribute) const
{
    return std::ranges::any_of(carried, [&](const query::CarriedAttribute& one) {
        return one.value.type == ValueType::UInt64
               && query::attributeName(m_definitions, one.attribute) == attribute;
    });
}

void Teller::tellCarried(const EventRecord& record)
{
    std::vector<query::CarriedAttribute> carried = record.carried;
    // By the member that only its kind of work has.
    if (carries(carried, "grid_x")) {
        tellDevice(deviceRecordOf(event_kind::kDeviceKernel, carried));
    } else if (carries(carried, "copy_kind")) {
        tellDevice(deviceRecordOf(event_kind::kDeviceCopy, carried));
    } else if (carries(carried, "bytes") && carries(carried, "memory")) {
        tellDevice(deviceRecordOf(event_kind::kDeviceSet, carried));
    } else if (carries(carried, "correlation")) {
        tellDevice(deviceRecordOf(event_kind::kDeviceLaunch, carried));
    }
    for (const query::CarriedAttribute& one : carried) {
        const std::string attribute = query::attributeName(m_definitions, one.attribute);
        add(captionOf(attribute), valueText(attribute, one.value));
    }
}

}  // namespace

Lines linesOf(const models::VisitRecords& visit, TickRange range, const Definitions& definitions)
{
    Teller teller(definitions, range);
    teller.tellCarried(visit.enter);
    std::map<std::string, std::size_t> counts;
    for (const EventRecord& record : visit.records) {
        ++counts[record.kind];
    }
    for (const EventRecord& record : visit.records) {
        std::size_t& left = counts[record.kind];
        if (left > kMostOfAKind) {
            teller.count(record.kind, left);
            left = 0;  // said
        } else if (left > 0) {
            teller.tell(record);
        }
    }
    teller.tellCarried(visit.leave);
    if (!visit.isWhole) {
        teller.add(
            tr("More"),
            tr("Only the first records of it were read; vellum-query events lists all."));
    }
    return teller.lines();
}

}  // namespace vellum::gui::charts
