#include "common/codec/filter_codec.h"

#include "common/base/narrow.h"
#include "common/codec/columns.h"
#include "common/query/limits.h"
#include "common/trace/function_group.h"

#include <string>
#include <utility>

namespace vellum::codec {

namespace {

template <typename Rows>
std::uint32_t sizeOf(const Rows& rows)
{
    return narrow<std::uint32_t>(rows.size());
}

constexpr auto kValueOf = [](const auto& ref) { return ref.value(); };

void write(protocol::NumberRange::Builder out, const query::NumberRange& range)
{
    out.setLeast(range.least);
    out.setMost(range.most);
}

query::NumberRange read(protocol::NumberRange::Reader in)
{
    return {.least = in.getLeast(), .most = in.getMost()};
}

void write(protocol::MessageFilter::Builder out, const query::MessageFilter& filter)
{
    auto tags = out.initTags(sizeOf(filter.tags));
    for (std::uint32_t i = 0; i < tags.size(); ++i) {
        write(tags[i], filter.tags[i]);
    }
    fill(out.initCommunicators(sizeOf(filter.communicators)), filter.communicators, kValueOf);
    write(out.initBytes(), filter.bytes);
    out.setHides(filter.hides);
}

void write(protocol::CollectiveFilter::Builder out, const query::CollectiveFilter& filter)
{
    fill(out.initOperations(sizeOf(filter.operations)), filter.operations, [](auto operation) {
        return operation;
    });
    fill(out.initCommunicators(sizeOf(filter.communicators)), filter.communicators, kValueOf);
    write(out.initBytes(), filter.bytes);
    out.setHides(filter.hides);
}

void write(protocol::IoFilter::Builder out, const query::IoFilter& filter)
{
    fill(out.initParadigms(sizeOf(filter.paradigms)), filter.paradigms, kValueOf);
    fill(out.initFiles(sizeOf(filter.files)), filter.files, kValueOf);
    fill(out.initHandles(sizeOf(filter.handles)), filter.handles, kValueOf);
    fill(out.initKinds(sizeOf(filter.kinds)), filter.kinds, [](query::IoKind kind) {
        return static_cast<protocol::IoKind>(kind);
    });
    out.setFlagsSet(filter.flagsSet);
    out.setFlagsClear(filter.flagsClear);
    out.setHides(filter.hides);
}

void write(protocol::VisitFilter::Builder out, const query::VisitFilter& filter)
{
    fill(out.initRegions(sizeOf(filter.regions)), filter.regions, kValueOf);
    out.setGroups(narrow<std::uint16_t>(filter.groups));
    write(out.initDuration(), filter.duration);
    out.setHides(filter.hides);
}

Result<void> checkSize(std::uint64_t size, std::uint64_t most, const char* what)
{
    if (size > most) {
        return invalid(
            "filter: " + std::to_string(size) + " " + what + ", the limit is "
            + std::to_string(most));
    }
    return {};
}

template <typename Ref, typename List>
Result<void> readList(const List& list, std::vector<Ref>& to, const char* what)
{
    VELLUM_RETURN_IF_ERROR(checkSize(list.size(), query::kMaxFilterEntries, what));
    to = toVector<Ref>(list);
    return {};
}

Result<query::MessageFilter> read(protocol::MessageFilter::Reader in)
{
    query::MessageFilter filter{.bytes = read(in.getBytes()), .hides = in.getHides()};
    const auto tags = in.getTags();
    VELLUM_RETURN_IF_ERROR(checkSize(tags.size(), query::kMaxFilterEntries, "tags"));
    filter.tags.reserve(tags.size());
    for (const auto range : tags) {
        filter.tags.push_back(read(range));
    }
    VELLUM_RETURN_IF_ERROR(readList(in.getCommunicators(), filter.communicators, "communicators"));
    return filter;
}

Result<query::CollectiveFilter> read(protocol::CollectiveFilter::Reader in)
{
    query::CollectiveFilter filter{.bytes = read(in.getBytes()), .hides = in.getHides()};
    VELLUM_RETURN_IF_ERROR(readList(in.getOperations(), filter.operations, "operations"));
    VELLUM_RETURN_IF_ERROR(readList(in.getCommunicators(), filter.communicators, "communicators"));
    return filter;
}

Result<query::IoFilter> read(protocol::IoFilter::Reader in)
{
    query::IoFilter filter{
        .flagsSet = in.getFlagsSet(), .flagsClear = in.getFlagsClear(), .hides = in.getHides()};
    VELLUM_RETURN_IF_ERROR(readList(in.getParadigms(), filter.paradigms, "paradigms"));
    VELLUM_RETURN_IF_ERROR(readList(in.getFiles(), filter.files, "files"));
    VELLUM_RETURN_IF_ERROR(readList(in.getHandles(), filter.handles, "handles"));
    const auto kinds = in.getKinds();
    VELLUM_RETURN_IF_ERROR(checkSize(kinds.size(), query::kMaxFilterEntries, "kinds"));
    for (const protocol::IoKind kind : kinds) {
        const auto number = static_cast<std::uint16_t>(kind);
        if (number > static_cast<std::uint16_t>(query::IoKind::Seek)) {
            return invalid("filter: kind of I/O " + std::to_string(number) + " is unknown");
        }
        filter.kinds.push_back(static_cast<query::IoKind>(number));
    }
    return filter;
}

Result<query::VisitFilter> read(protocol::VisitFilter::Reader in)
{
    query::VisitFilter filter{
        .groups = in.getGroups(), .duration = read(in.getDuration()), .hides = in.getHides()};
    VELLUM_RETURN_IF_ERROR(readList(in.getRegions(), filter.regions, "functions"));
    if (filter.groups >> kFunctionGroupCount != 0) {
        return invalid(
            "filter: the groups " + std::to_string(filter.groups)
            + " have bits beyond those of the " + std::to_string(kFunctionGroupCount) + " groups");
    }
    return filter;
}

template <typename Filter, typename List>
Result<void> readAll(const List& list, std::vector<Filter>& to)
{
    VELLUM_RETURN_IF_ERROR(checkSize(list.size(), query::kMaxFilters, "of a kind"));
    for (const auto wire : list) {
        auto filter = read(wire);
        VELLUM_RETURN_IF_ERROR(filter);
        to.push_back(std::move(filter).value());
    }
    return {};
}

template <typename List, typename Filter>
void writeAll(List list, const std::vector<Filter>& filters)
{
    for (std::uint32_t i = 0; i < list.size(); ++i) {
        write(list[i], filters[i]);
    }
}

}  // namespace

void write(protocol::RecordFilter::Builder out, const query::RecordFilter& filter)
{
    writeAll(out.initMessages(sizeOf(filter.messages)), filter.messages);
    writeAll(out.initCollectives(sizeOf(filter.collectives)), filter.collectives);
    writeAll(out.initIo(sizeOf(filter.io)), filter.io);
    writeAll(out.initVisits(sizeOf(filter.visits)), filter.visits);
}

Result<query::RecordFilter> read(protocol::RecordFilter::Reader in)
{
    query::RecordFilter filter;
    VELLUM_RETURN_IF_ERROR(readAll(in.getMessages(), filter.messages));
    VELLUM_RETURN_IF_ERROR(readAll(in.getCollectives(), filter.collectives));
    VELLUM_RETURN_IF_ERROR(readAll(in.getIo(), filter.io));
    VELLUM_RETURN_IF_ERROR(readAll(in.getVisits(), filter.visits));
    return filter;
}

}  // namespace vellum::codec
