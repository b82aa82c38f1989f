#include "collector/writer/device_sample_pass.h"

#include <algorithm>
#include <fstream>
#include <sstream>

namespace vellum::collector::writer {

using nvml::DeviceSample;

namespace {

/// By device. A last record that is cut short is not one.
std::map<std::uint64_t, std::vector<DeviceSample>> readSamples(const std::filesystem::path& file)
{
    std::map<std::uint64_t, std::vector<DeviceSample>> devices;
    std::ifstream in(file, std::ios::binary);
    DeviceSample sample;
    while (in.read(reinterpret_cast<char*>(&sample), sizeof sample)) {
        std::vector<DeviceSample>& samples = devices[sample.device];
        if (samples.empty() || sample.tick > samples.back().tick) {
            samples.push_back(sample);
        }
    }
    return devices;
}

}  // namespace

void DeviceSamplePass::write(const std::filesystem::path& folder, const FindGroup& groupOf)
{
    std::map<std::uint64_t, DeviceName> names;
    std::ifstream in(folder / nvml::kDeviceFile);
    for (std::string line; std::getline(in, line);) {
        std::istringstream words(line);
        std::uint64_t device = 0;
        DeviceName name;
        words >> device >> name.uuid >> std::ws;
        std::getline(words, name.name);
        names[device] = name;
    }
    for (const auto& [device, samples] : readSamples(folder / nvml::kSampleFile)) {
        writeDevice(device, names[device], samples, groupOf);
    }
}

void DeviceSamplePass::writeDevice(
    std::uint64_t device,
    const DeviceName& name,
    const std::vector<DeviceSample>& samples,
    const FindGroup& groupOf)
{
    m_archive.beginLocation(m_contents.locations.size());
    for (const DeviceSample& sample : samples) {
        for (std::size_t i = 0; i < nvml::kQuantities.size(); ++i) {
            if (sample.values.at(i) != nvml::kNotTold) {
                m_archive.sample(
                    sample.tick,
                    metricOf(nvml::kQuantities.at(i)),
                    static_cast<std::int64_t>(sample.values.at(i)));
            }
        }
    }
    m_contents.cover(samples.front().tick, samples.back().tick);
    const std::uint64_t events = m_archive.endLocation();
    m_contents.locations.push_back(
        {.name = "GPU " + std::to_string(device) + ", counters"
                 + (name.name.empty() ? "" : " (" + name.name + ")"),
         .kind = Otf2Archive::LocationKind::Metric,
         .events = events,
         .group = groupOf(name.uuid)});
}

Otf2Archive::MetricRef DeviceSamplePass::metricOf(const nvml::QuantityInfo& quantity)
{
    const auto same = std::ranges::find(
        m_contents.metrics, quantity.name, [](const auto& metric) { return metric.name; });
    const auto ref = static_cast<Otf2Archive::MetricRef>(same - m_contents.metrics.begin());
    if (same == m_contents.metrics.end()) {
        m_contents.metrics.push_back(
            {.name = quantity.name,
             .unit = quantity.unit,
             .mode = quantity.isOfTimeBefore ? Otf2Archive::MetricMode::AbsoluteLast
                                             : Otf2Archive::MetricMode::AbsolutePoint});
    }
    return ref;
}

}  // namespace vellum::collector::writer
