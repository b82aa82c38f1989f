#include "collector/values/analysis/sidecar_output.h"

#include "collector/values/analysis/archive_links.h"
#include "common/values/sidecar/writer.h"

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>

namespace vellum::collector::values {

namespace {

namespace sidecar = ::vellum::values::sidecar;
using Processes = std::vector<std::unique_ptr<ProcessSource>>;

std::string baseName(const std::string& path)
{
    return path.substr(path.rfind('/') + 1);
}

/// What is in no function has no visit in the archive that it could be.
sidecar::LinkQuality qualityOf(const OperationLists::Operation& operation)
{
    const bool isExact =
        !operation.isInherited && operation.record.kind != sidecar::OperationKind::Window;
    return isExact ? sidecar::LinkQuality::Exact : sidecar::LinkQuality::Shifted;
}

/// Writes the tables one after the other, those first that others refer to.
class SideCarOutput {
public:
    SideCarOutput(
        const SideCarRequest& request,
        const ValueFindings& findings,
        RecordingLists& lists,
        const Processes& processes)
        : m_request(request)
        , m_findings(findings)
        , m_lists(lists)
        , m_processes(processes)
    {
    }

    [[nodiscard]] Result<SideCarSummary> write();

private:
    void writeSettings();
    void writeModules();
    void writeFunctions();
    void writeSites();
    void writeContexts();
    void writeObjects();
    void writeOperations();
    void writeFindings();
    void writeWatched();
    void writeFlow();
    void writeProvisionalLinks();
    void writeLinks();
    void writeLosses();
    [[nodiscard]] std::uint32_t moduleOf(std::uint32_t process, std::uint64_t address);
    [[nodiscard]] CodeMap::Place placeOfAllocation(const ValueObject& object);
    [[nodiscard]] std::string nameOf(const ValueObject& object);
    [[nodiscard]] Error failure() const;

    const SideCarRequest& m_request;
    const ValueFindings& m_findings;
    RecordingLists& m_lists;
    const Processes& m_processes;
    sidecar::Writer m_writer;
    SideCarSummary m_summary;
    std::map<std::pair<std::uint32_t, std::string>, sidecar::ModuleRecord> m_modules;
    std::vector<std::uint64_t> m_functionBegins;  ///< in their module; by number
};

Error SideCarOutput::failure() const
{
    std::array<char, 512> text{};
    const std::size_t length = m_writer.describe(text);
    return Error{
        .kind = ErrorKind::ResourceExhausted,
        .message = std::string(text.data(), std::min(length, text.size()))};
}

void SideCarOutput::writeSettings()
{
    if (m_findings.lostItems > 0) {
        m_writer.add(sidecar::SettingRecord{
            .key = m_writer.string("accesses left out of patterns"),
            .value = m_writer.string(std::to_string(m_findings.lostItems))});
    }
    for (std::size_t i = 0; m_request.isBeforeArchive && i < m_processes.size(); ++i) {
        m_writer.add(sidecar::SettingRecord{
            .key = m_writer.string(processSetting(static_cast<std::uint32_t>(i))),
            .value = m_writer.string(m_processes[i]->folder().filename().string())});
    }
    if (!m_lists.watched.mechanism.empty()) {
        m_writer.add(sidecar::SettingRecord{
            .key = m_writer.string(sidecar::kPageMechanismSetting),
            .value = m_writer.string(m_lists.watched.mechanism)});
    }
    for (const auto& [key, value] : m_request.settings) {
        m_writer.add(
            sidecar::SettingRecord{.key = m_writer.string(key), .value = m_writer.string(value)});
    }
}

std::uint32_t SideCarOutput::moduleOf(std::uint32_t process, std::uint64_t address)
{
    const writer::SpooledModule* const module = m_processes[process]->code().moduleOf(address);
    if (module == nullptr) {
        return 0;
    }
    sidecar::ModuleRecord& record = m_modules[{process, module->path}];
    if (record.id == 0) {
        record.id = static_cast<std::uint32_t>(m_modules.size());
        record.context = process;
        record.file = m_writer.string(module->path);
        record.base = module->base;
        record.size = module->end - module->begin;
        record.tLoad = module->tick;
    }
    return record.id;
}

void SideCarOutput::writeModules()
{
    for (const CodeLists::Function& function : m_lists.code.functions) {
        (void)moduleOf(function.process, function.address);
    }
    for (const auto& [key, record] : m_modules) {
        m_writer.add(record);
    }
}

void SideCarOutput::writeFunctions()
{
    m_functionBegins.push_back(0);
    for (const CodeLists::Function& function : m_lists.code.functions) {
        CodeMap& code = m_processes[function.process]->code();
        const symbols::FunctionInfo info = function.name.empty()
                                               ? code.functionAt(function.address)
                                               : symbols::FunctionInfo{.name = function.name};
        const writer::SpooledModule* const module = code.moduleOf(function.address);
        sidecar::FunctionRecord record;
        record.id = static_cast<std::uint32_t>(m_functionBegins.size());
        record.module = moduleOf(function.process, function.address);
        record.name = m_writer.string(info.mangled.empty() ? info.name : info.mangled);
        record.demangled = m_writer.string(info.name);
        record.symbolValue = info.begin;
        record.size = info.bytes;
        record.load = (module == nullptr ? 0 : module->base) + info.begin;
        m_functionBegins.push_back(record.load);
        m_writer.add(record);
    }
}

void SideCarOutput::writeSites()
{
    for (const CodeSite& site : m_lists.code.sites) {
        CodeMap& code = m_processes[site.process]->code();
        sidecar::SiteRecord record = site.record;
        const CodeMap::Place place = code.placeOf(site.address);
        record.file = m_writer.string(place.line.file);
        record.line = place.line.line;
        const writer::SpooledModule* const module = code.moduleOf(site.address);
        const std::uint64_t base = module == nullptr ? 0 : module->base;
        const std::uint64_t begin =
            record.function != 0 ? m_functionBegins.at(record.function) : base;
        // What a library did for the function lies elsewhere.
        record.pcOffset = site.address - (site.address >= begin ? begin : base);
        m_writer.add(record);
    }
}

void SideCarOutput::writeContexts()
{
    for (const sidecar::CallingContextRecord& context : m_lists.operations.contexts) {
        m_writer.add(context);
    }
}

/// Where the user's code asked for the block: in the C++ library's own functions it is their caller that tells more.
CodeMap::Place SideCarOutput::placeOfAllocation(const ValueObject& object)
{
    CodeMap& code = m_processes[object.process]->code();
    CodeMap::Place place = code.placeOf(object.site);
    std::uint32_t context = object.record.callingContext;
    while (!place.isUsers && context != 0) {
        const sidecar::CallingContextRecord& caller = m_lists.operations.contexts[context - 1];
        if (caller.site != 0) {
            const CodeMap::Place outer = code.placeOf(m_lists.code.sites[caller.site - 1].address);
            place = outer.isUsers || place.line.line == 0 ? outer : place;
        }
        context = caller.parent;
    }
    return place;
}

std::string SideCarOutput::nameOf(const ValueObject& object)
{
    if (object.record.space != sidecar::ObjectSpace::Heap) {
        return object.name;
    }
    const CodeMap::Place place = placeOfAllocation(object);
    std::string where = place.line.line == 0
                            ? "heap block"
                            : baseName(place.line.file) + ":" + std::to_string(place.line.line);
    where += object.isMany ? " and many more" : "";
    return object.name.empty() ? where : object.name + " (" + where + ")";
}

void SideCarOutput::writeObjects()
{
    std::map<
        std::tuple<std::uint32_t, std::uint64_t, std::uint32_t, std::string, bool>,
        sidecar::StringId>
        names;  // many blocks come from one place
    for (const ValueObject& object : m_lists.objects.all()) {
        if (!object.isUsed) {
            continue;
        }
        sidecar::ObjectRecord record = object.record;
        const auto [name, isNew] = names.try_emplace(
            {object.process, object.site, object.record.callingContext, object.name, object.isMany},
            0);
        if (isNew) {
            name->second = m_writer.string(nameOf(object));
        }
        record.name = name->second;
        m_writer.add(record);
        ++m_summary.objects;
    }
}

void SideCarOutput::writeOperations()
{
    for (const OperationLists::Operation& operation : m_lists.operations.operations) {
        m_writer.add(operation.record);
    }
    m_summary.operations = m_lists.operations.operations.size();
}

void SideCarOutput::writeFindings()
{
    m_writer.add(std::span<const sidecar::AccessRecord>(m_findings.accesses));
    for (const FoundPattern& pattern : m_findings.patterns) {
        const std::uint32_t number = m_writer.patterns() + 1;
        m_writer.add(pattern.record);
        for (std::size_t rank = 0; rank < pattern.top.size(); ++rank) {
            m_writer.add(sidecar::TopValueRecord{
                .bits = pattern.top[rank].value,
                .count = pattern.top[rank].accesses,
                .pattern = number,
                .rank = static_cast<std::uint32_t>(rank)});
        }
    }
    m_writer.add(std::span<const sidecar::SitePairRecord>(m_findings.pairs));
    m_writer.add(std::span<const sidecar::SketchRecord>(m_findings.sketches));
    m_writer.add(std::span<const sidecar::PageRecord>(m_lists.pages));
    m_summary.patterns = m_findings.patterns.size();
    writeWatched();
}

/// Of programs whose pages are watched.
void SideCarOutput::writeWatched()
{
    const PageFindings& watched = m_lists.watched;
    m_writer.add(std::span<const sidecar::AccessRecord>(watched.accesses));
    m_writer.add(std::span<const sidecar::PatternRecord>(watched.patterns));
    m_writer.add(std::span<const sidecar::DuplicateRecord>(watched.duplicates));
    m_writer.add(std::span<const sidecar::PageRunRecord>(watched.runs));
    m_summary.patterns += watched.patterns.size();
    m_summary.mechanism = watched.mechanism;
    m_summary.unwatchedBlocks = watched.unwatchedBlocks;
    m_summary.unwatchedBytes = watched.unwatchedBytes;
    m_summary.lostSlices = watched.lostSlices;
}

void SideCarOutput::writeFlow()
{
    const FlowFindings flow = m_lists.flow.takeFindings();
    m_writer.add(std::span<const sidecar::VertexRecord>(flow.vertices));
    m_writer.add(std::span<const sidecar::EdgeRecord>(flow.edges));
    m_summary.lostFlows = flow.lost;
}

/// As `linkToArchive` looks them up.
void SideCarOutput::writeProvisionalLinks()
{
    for (const OperationLists::Operation& operation : m_lists.operations.operations) {
        m_writer.add(sidecar::LinkRecord{
            .op = operation.record.id,
            .location = provisionalLocation(operation.process, operation.location),
            .time = operation.record.t0,
            .ordinal = operation.record.ordinal,
            .quality = qualityOf(operation)});
    }
}

void SideCarOutput::writeLinks()
{
    if (m_request.isBeforeArchive) {
        writeProvisionalLinks();
        return;
    }
    std::map<std::pair<std::string, std::uint32_t>, std::uint64_t> references;
    for (const ArchiveLocation& location : m_request.locations) {
        references[{location.folder, location.index}] = location.reference;
    }
    for (const OperationLists::Operation& operation : m_lists.operations.operations) {
        const auto found = references.find(
            {m_processes[operation.process]->folder().filename().string(), operation.location});
        if (found != references.end()) {
            m_writer.add(sidecar::LinkRecord{
                .op = operation.record.id,
                .location = found->second,
                .time = operation.record.t0,
                .ordinal = operation.record.ordinal,
                .quality = qualityOf(operation)});
        }
    }
}

void SideCarOutput::writeLosses()
{
    const auto add = [this](sidecar::LossKind kind, std::uint64_t count, std::uint32_t where = 0) {
        if (count > 0) {
            m_writer.add(sidecar::LossRecord{
                .kind = kind, .where = where, .count = count, .time = m_request.endTick});
        }
    };
    m_summary.lostRecords = m_lists.lostRecords + m_lists.skippedEpochs;
    m_summary.lostAccesses = m_findings.lostAccesses;
    m_summary.lostItems = m_findings.lostItems;
    m_summary.lostPageRuns = m_lists.watched.lostRecords;
    add(sidecar::LossKind::BufferFull, m_summary.lostRecords);
    add(sidecar::LossKind::TableFull, m_summary.lostAccesses);
    add(sidecar::LossKind::OverBudget,
        m_summary.lostFlows,
        static_cast<std::uint32_t>(sidecar::ChunkType::Edge));
    add(sidecar::LossKind::OverBudget,
        m_summary.lostPageRuns,
        static_cast<std::uint32_t>(sidecar::ChunkType::PageRun));
    add(sidecar::LossKind::OperationSkipped, m_summary.lostSlices);
}

Result<SideCarSummary> SideCarOutput::write()
{
    const sidecar::WriterOptions options{
        .runId = m_request.runId,
        .tBegin = m_lists.operations.operations.empty()
                      ? m_request.endTick
                      : m_lists.operations.operations.front().record.t0,
        .clock = m_request.clock == measurement::ClockKind::Tsc ? sidecar::ClockId::Counter
                                                                : sidecar::ClockId::Monotonic};
    if (m_writer.create(m_request.path.c_str(), options) != sidecar::WriterFault::None) {
        return failure();
    }
    writeSettings();
    writeModules();
    writeFunctions();
    writeSites();
    writeContexts();
    writeObjects();
    writeOperations();
    writeFindings();
    writeFlow();
    writeLinks();
    writeLosses();
    if (m_writer.finish(m_request.endTick) != sidecar::WriterFault::None) {
        return failure();
    }
    return m_summary;
}

}  // namespace

Result<SideCarSummary> writeSideCar(
    const SideCarRequest& request,
    const ValueFindings& findings,
    RecordingLists& lists,
    const Processes& processes)
{
    return SideCarOutput(request, findings, lists, processes).write();
}

}  // namespace vellum::collector::values
