#pragma once

#include "server/reader/event_source.h"
#include "server/reader/values/value_samples.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace vellum::server::reader {

/// Puts samples between the records of a location: behind what was recorded up to their tick.
///
/// Threads  One.
class SampleMerger {
public:
    /// All must outlive it.
    ///
    /// \param samples  by tick
    SampleMerger(
        std::span<const ValueSample> samples, const ValueMetricRefs& refs, const BatchSink& sink)
        : m_samples(samples)
        , m_refs(refs)
        , m_sink(sink)
    {
    }

    /// Hands \p batch on with the samples that belong between its records. False as the sink says.
    [[nodiscard]] bool add(const EventBatch& batch);

    /// Hands on what belongs behind all records.
    void finish();

    /// Samples that were handed on.
    [[nodiscard]] std::uint64_t added() const { return m_next; }

private:
    [[nodiscard]] bool putSamples(Tick before);
    void putSample();
    void putRecord(const EventBatch& batch, std::size_t index);

    std::span<const ValueSample> m_samples;
    const ValueMetricRefs& m_refs;
    const BatchSink& m_sink;
    std::size_t m_next = 0;
    std::size_t m_attributeRow = 0;  ///< of the batch that is handed on
    EventBatch m_merged;
};

}  // namespace vellum::server::reader
