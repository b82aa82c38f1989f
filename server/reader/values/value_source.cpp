#include "server/reader/values/value_source.h"

#include "server/beside/value_files.h"
#include "server/reader/values/sample_merger.h"
#include "server/store/location_builder.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace vellum::server::reader {

namespace {

namespace sidecar = vellum::values::sidecar;
using query::Severity;

/// What is put between the records of each location.
struct Samples {
    ValueMetricRefs refs;
    std::vector<std::vector<ValueSample>> byLocation;

    [[nodiscard]] std::span<const ValueSample> of(LocationIndex location) const
    {
        return location.value() < byLocation.size() ? std::span(byLocation[location.value()])
                                                    : std::span<const ValueSample>();
    }
};

class ValueReader final : public EventReader {
public:
    ValueReader(std::unique_ptr<EventReader> reader, const Samples& samples)
        : m_reader(std::move(reader))
        , m_samples(samples)
    {
    }

    ReadOutcome read(LocationIndex location, const BatchSink& sink) override
    {
        SampleMerger merger(m_samples.of(location), m_samples.refs, sink);
        ReadOutcome outcome = m_reader->read(
            location, [&merger](const EventBatch& batch) { return merger.add(batch); });
        if (outcome.end != ReadOutcome::End::Stopped) {
            merger.finish();
        }
        outcome.derived += merger.added();
        return outcome;
    }
    ReadOutcome readInto(
        LocationIndex location, store::LocationBuilder& builder, const GoOn& goOn) override
    {
        return m_samples.of(location).empty() ? m_reader->readInto(location, builder, goOn)
                                              : EventReader::readInto(location, builder, goOn);
    }

private:
    std::unique_ptr<EventReader> m_reader;
    const Samples& m_samples;
};

class ValueSource final : public EventSource {
public:
    ValueSource(std::unique_ptr<EventSource> archive, TraceHead head, Samples samples)
        : m_archive(std::move(archive))
        , m_head(std::move(head))
        , m_samples(std::move(samples))
    {
    }

    [[nodiscard]] const TraceHead& head() const override { return m_head; }
    [[nodiscard]] Result<std::unique_ptr<EventReader>> makeReader(
        std::span<const LocationIndex> own) const override
    {
        auto reader = m_archive->makeReader(own);
        VELLUM_RETURN_IF_ERROR(reader);
        return std::unique_ptr<EventReader>(
            std::make_unique<ValueReader>(std::move(reader).value(), m_samples));
    }
    [[nodiscard]] Definitions takeDefinitions() override { return std::move(m_head.definitions); }

private:
    std::unique_ptr<EventSource> m_archive;
    TraceHead m_head;
    Samples m_samples;
};

/// What is wrong with side-cars, of which the rest is used all the same.
void reportDamage(const sidecar::SideCarSet& files, store::ImportReport& report)
{
    for (const Error& error : files.left()) {
        report.add("values-left-out", Severity::Warning, error.message);
    }
    for (const sidecar::Finding& finding : files.findings()) {
        if (sidecar::isDamage(finding.kind) && !finding.examples.empty()) {
            report.add(
                "damaged-values", Severity::Warning, finding.examples.front(), finding.count);
        }
    }
}

/// One that became shorter while it was read: what is gone reads as zeros.
std::optional<std::filesystem::path> changedFile(const sidecar::SideCarSet& files)
{
    for (std::uint32_t i = 0; i < files.size(); ++i) {
        if (files.file(i).isLost()) {
            return files.file(i).path();
        }
    }
    return std::nullopt;
}

/// By location, of all files; one file behind the other.
std::vector<std::vector<MeasuredOperation>> operationsOf(
    const sidecar::SideCarSet& files, const Definitions& definitions, TickRange range)
{
    std::vector<std::vector<MeasuredOperation>> operations(definitions.locations.size());
    for (std::uint32_t i = 0; i < files.size(); ++i) {
        const beside::OperationTimes times(files.file(i), definitions, range);
        for (const MeasuredOperation& operation : measuredOperations(files.file(i), times)) {
            operations[operation.time.location.value()].push_back(operation);
        }
    }
    return operations;
}

/// Adds the metrics to \p definitions.
Samples samplesOf(const sidecar::SideCarSet& files, Definitions& definitions)
{
    const TickRange range = store::wholeRange(definitions.clock, {});
    const auto operations = operationsOf(files, definitions, range);
    ValueMetricSet metrics;
    for (const auto& some : operations) {
        metrics |= metricsOf(some);
    }
    Samples samples;
    const auto refs = defineValueMetrics(metrics, definitions);
    if (!refs) {
        return samples;
    }
    definitions.buildLookups();
    samples.refs = *refs;
    std::ranges::transform(
        operations, std::back_inserter(samples.byLocation), [&](const auto& some) {
            return samplesOf(some, metrics, definitions.clock, range.end);
        });
    return samples;
}

}  // namespace

std::unique_ptr<EventSource> withValueCounters(
    std::unique_ptr<EventSource> archive, const std::filesystem::path& anchor)
{
    const auto files = beside::openValueFiles(anchor, archive->head().definitions);
    if (!files.isOk() && files.error().kind == ErrorKind::NotFound) {
        return archive;
    }
    TraceHead head = archive->head();
    Samples samples;
    if (files.isOk()) {
        beside::nameValueFiles(anchor, head.definitions);
        samples = samplesOf(files.value(), head.definitions);
        reportDamage(files.value(), head.report);
        if (const auto changed = changedFile(files.value())) {
            head = archive->head();
            samples = {};
            head.report.add(
                "values-left-out",
                Severity::Warning,
                "'" + changed->string() + "' was changed while it was read");
        }
    } else {
        head.report.add("values-left-out", Severity::Warning, files.error().message);
    }
    return std::make_unique<ValueSource>(std::move(archive), std::move(head), std::move(samples));
}

}  // namespace vellum::server::reader
