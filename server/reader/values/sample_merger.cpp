#include "server/reader/values/sample_merger.h"

namespace vellum::server::reader {

namespace {

/// Batches stay as small as those of readers.
constexpr std::size_t kMostAtOnce = 1'024;

}  // namespace

bool SampleMerger::add(const EventBatch& batch)
{
    m_merged.clear();
    m_attributeRow = 0;
    for (std::size_t i = 0; i < batch.size(); ++i) {
        if (!putSamples(batch.tick[i])) {
            return false;
        }
        putRecord(batch, i);
    }
    return m_sink(m_merged);
}

void SampleMerger::finish()
{
    bool goesOn = true;
    while (goesOn && m_next < m_samples.size()) {
        m_merged.clear();
        while (m_next < m_samples.size() && m_merged.size() < kMostAtOnce) {
            putSample();
        }
        goesOn = m_sink(m_merged);
    }
}

/// Those of ticks before \p before. False where no more are wanted.
bool SampleMerger::putSamples(Tick before)
{
    while (m_next < m_samples.size() && m_samples[m_next].tick < before) {
        putSample();
        if (m_merged.size() >= kMostAtOnce) {
            if (!m_sink(m_merged)) {
                return false;
            }
            m_merged.clear();
        }
    }
    return true;
}

void SampleMerger::putSample()
{
    const ValueSample& sample = m_samples[m_next++];
    m_merged.tick.push_back(sample.tick);
    m_merged.kind.push_back(event_kind::kMetric);
    m_merged.payloadBegin.push_back(static_cast<std::uint32_t>(m_merged.payload.size()));
    m_merged.payload.push_back(m_refs.at(static_cast<std::size_t>(sample.metric)).value());
    m_merged.payload.push_back(static_cast<std::uint64_t>(valueTypeOf(sample.metric)));
    m_merged.payload.push_back(sample.bits);
}

void SampleMerger::putRecord(const EventBatch& batch, std::size_t index)
{
    const auto place = static_cast<std::uint32_t>(m_merged.size());
    const auto payload = batch.payloadOf(index);
    m_merged.tick.push_back(batch.tick[index]);
    m_merged.kind.push_back(batch.kind[index]);
    m_merged.payloadBegin.push_back(static_cast<std::uint32_t>(m_merged.payload.size()));
    m_merged.payload.insert(m_merged.payload.end(), payload.begin(), payload.end());
    const store::AttributeTable& from = batch.attributes;
    for (; m_attributeRow < from.size() && from.event[m_attributeRow] == index; ++m_attributeRow) {
        m_merged.attributes.add(
            place, from.attribute[m_attributeRow], from.valueAt(m_attributeRow));
    }
}

}  // namespace vellum::server::reader
