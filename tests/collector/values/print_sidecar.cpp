// Prints a side-car as lines of words for scripts, read by the library's own reader:
//   head finished=0|1 operations=N links=N exact=N
//   operation FUNCTION thread=N visits=N t0=N t1=N accesses=N bytes=N
//   object NAME space=N size=N
//   pattern KIND kind=N unit=N type=N OBJECT FILE:LINE FUNCTION score=X
//   access OBJECT FILE:LINE kind=N accesses=N bytes=N unchanged=N temporal=N items=N
//   page OBJECT class=N mask=N
//   vertex LABEL kind=N invocations=N bytes=N          LABEL is a function, or "memory"
//   edge TYPE FROM TO OBJECT ops=N bytes=N unchanged=N
//   loss kind=N count=N
//   link location=N time=N FUNCTION quality=N
//   finding SENTENCE
#include "common/values/sidecar/reader.h"
#include "common/values/sidecar/verify.h"

#include <cstdio>
#include <exception>
#include <map>
#include <string>

namespace {

using namespace vellum::values::sidecar;  // NOLINT(google-build-using-namespace): a printer of them

/// Names by the numbers that records have.
struct Names {
    std::map<std::uint64_t, std::string> objects;
    std::map<std::uint32_t, std::string> functions;
    std::map<std::uint32_t, std::string> sites;
    std::map<std::uint64_t, std::string> operations;  ///< their functions

    [[nodiscard]] std::string object(std::uint64_t id) const
    {
        const auto found = objects.find(id);
        return found == objects.end() ? "unknown" : found->second;
    }
    [[nodiscard]] std::string site(std::uint32_t id) const
    {
        const auto found = sites.find(id);
        return found == sites.end() ? "all" : found->second;
    }
    [[nodiscard]] std::string operation(std::uint64_t id) const
    {
        const auto found = operations.find(id);
        return found == operations.end() ? "none" : found->second;
    }
};

std::string word(std::string_view text)
{
    std::string result(text.empty() ? "-" : text);
    for (char& letter : result) {
        letter = letter == ' ' ? '_' : letter;
    }
    return result;
}

Names namesOf(const SideCar& file)
{
    Names names;
    file.records<ObjectRecord>().forEach([&](const ObjectRecord& record, std::uint64_t) {
        names.objects[record.id] = word(file.string(record.name));
    });
    file.records<FunctionRecord>().forEach([&](const FunctionRecord& record, std::uint64_t) {
        names.functions[record.id] = word(file.string(record.demangled));
    });
    file.records<SiteRecord>().forEach([&](const SiteRecord& record, std::uint64_t) {
        const std::string_view path = file.string(record.file);
        names.sites[record.id] =
            word(path.substr(path.rfind('/') + 1)) + ":" + std::to_string(record.line);
    });
    file.records<OperationRecord>().forEach([&](const OperationRecord& record, std::uint64_t) {
        names.operations[record.id] = names.functions[record.function];
    });
    return names;
}

unsigned long long wide(std::uint64_t number)
{
    return number;
}

void printRun(const SideCar& file, const Names& names)
{
    std::size_t exact = 0;
    const auto links = file.records<LinkRecord>();
    links.forEach([&](const LinkRecord& record, std::uint64_t) {
        exact += record.quality == LinkQuality::Exact ? 1 : 0;
    });
    std::printf(
        "head finished=%d operations=%zu links=%zu exact=%zu\n",
        file.isFinished() ? 1 : 0,
        file.records<OperationRecord>().size(),
        links.size(),
        exact);
    file.records<OperationRecord>().forEach([&](const OperationRecord& record, std::uint64_t) {
        std::printf(
            "operation %s thread=%u visits=%u t0=%llu t1=%llu accesses=%llu bytes=%llu\n",
            names.operation(record.id).c_str(),
            record.stream,
            record.grid[0],
            wide(record.t0),
            wide(record.t1),
            wide(record.accesses),
            wide(record.bytes));
    });
    file.records<ObjectRecord>().forEach([&](const ObjectRecord& record, std::uint64_t) {
        std::printf(
            "object %s space=%u size=%llu\n",
            names.object(record.id).c_str(),
            static_cast<unsigned>(record.space),
            wide(record.size));
    });
    links.forEach([&](const LinkRecord& record, std::uint64_t) {
        std::printf(
            "link location=%llu time=%llu %s quality=%u\n",
            wide(record.location),
            wide(record.time),
            names.operation(record.op).c_str(),
            static_cast<unsigned>(record.quality));
    });
}

void printFlow(const SideCar& file, const Names& names)
{
    std::map<std::uint32_t, std::string> labels;
    file.records<VertexRecord>().forEach([&](const VertexRecord& record, std::uint64_t) {
        const bool isMemory =
            record.kind == VertexKind::Allocate || record.kind >= VertexKind::HostMemory;
        const auto function = names.functions.find(record.function);
        labels[record.id] =
            isMemory || function == names.functions.end() ? "memory" : function->second;
        std::printf(
            "vertex %s kind=%u invocations=%llu bytes=%llu\n",
            labels[record.id].c_str(),
            static_cast<unsigned>(record.kind),
            wide(record.invocations),
            wide(record.bytes));
    });
    file.records<EdgeRecord>().forEach([&](const EdgeRecord& record, std::uint64_t) {
        std::printf(
            "edge %s %s %s %s ops=%u bytes=%llu unchanged=%llu\n",
            record.type == EdgeType::Write ? "writes" : "reads",
            labels[record.from].c_str(),
            labels[record.to].c_str(),
            names.object(record.object).c_str(),
            record.ops,
            wide(record.bytes),
            wide(record.unchanged));
    });
}

void printFound(const SideCar& file, const Names& names)
{
    file.records<PatternRecord>().forEach([&](const PatternRecord& record, std::uint64_t) {
        const PatternFlags flags = unpacked(record.flags);
        std::printf(
            "pattern %u kind=%u unit=%u type=%u approximation=%u %s %s %s score=%.3f\n",
            static_cast<unsigned>(record.pattern),
            static_cast<unsigned>(flags.kind),
            flags.unit,
            static_cast<unsigned>(flags.type),
            flags.approximation,
            names.object(record.object).c_str(),
            names.site(record.site).c_str(),
            names.operation(record.op).c_str(),
            static_cast<double>(record.score));
    });
    file.records<AccessRecord>().forEach([&](const AccessRecord& record, std::uint64_t) {
        std::printf(
            "access %s %s kind=%u accesses=%llu bytes=%llu unchanged=%llu temporal=%llu items=%llu\n",
            names.object(record.object).c_str(),
            names.site(record.site).c_str(),
            static_cast<unsigned>(record.kind),
            wide(record.accesses),
            wide(record.bytes),
            wide(record.unchanged),
            wide(record.temporal),
            wide(record.items));
    });
    file.records<PageRecord>().forEach([&](const PageRecord& record, std::uint64_t) {
        std::printf(
            "page %s class=%u mask=%x\n",
            names.object(record.object).c_str(),
            static_cast<unsigned>(record.pageClass),
            record.processorMask);
    });
    file.records<PageRunRecord>().forEach([&](const PageRunRecord& record, std::uint64_t) {
        std::printf(
            "run %s %s offset=%llu bytes=%llu changed=%llu state=%u\n",
            names.object(record.object).c_str(),
            names.operation(record.op).c_str(),
            wide(record.offset),
            wide(record.bytes),
            wide(record.changed),
            static_cast<unsigned>(record.state));
    });
    printFlow(file, names);
    file.records<LossRecord>().forEach([&](const LossRecord& record, std::uint64_t) {
        std::printf(
            "loss kind=%u count=%llu\n", static_cast<unsigned>(record.kind), wide(record.count));
    });
}

int print(const char* path)
{
    const auto opened = SideCar::open(path);
    if (!opened.isOk()) {
        std::fprintf(stderr, "%s\n", opened.error().message.c_str());
        return 1;
    }
    const SideCar& file = *opened.value();
    const Names names = namesOf(file);
    printRun(file, names);
    printFound(file, names);
    for (const Finding& finding : verify(file)) {
        if (finding.kind == FindingKind::ObjectLife) {
            continue;  // a block's times are those of its thread's last event: other threads may be ahead
        }
        std::printf(
            "finding %s\n", finding.examples.empty() ? "-" : finding.examples.front().c_str());
    }
    return 0;
}

}  // namespace

int main(int argc, char** argv)
{
    try {
        return argc == 2 ? print(argv[1]) : 2;
    } catch (const std::exception& failure) {
        std::fprintf(stderr, "%s\n", failure.what());
        return 1;
    }
}
