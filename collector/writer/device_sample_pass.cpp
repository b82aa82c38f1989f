#include "collector/writer/device_sample_pass.h"

#include <array>
#include <fstream>
#include <optional>
#include <sstream>

namespace vellum::collector::writer {

using nvml::DeviceSample;

namespace {

/// By device, those of \p cut. A last record that is cut short is not one.
std::map<std::uint64_t, std::vector<DeviceSample>> readSamples(
    const std::filesystem::path& file, const TimeCut& cut)
{
    std::map<std::uint64_t, std::vector<DeviceSample>> devices;
    std::ifstream in(file, std::ios::binary);
    DeviceSample sample;
    while (in.read(reinterpret_cast<char*>(&sample), sizeof sample)) {
        if (sample.tick < cut.from || sample.tick >= cut.until) {
            continue;
        }
        std::vector<DeviceSample>& samples = devices[sample.device];
        if (samples.empty() || sample.tick > samples.back().tick) {
            samples.push_back(sample);
        }
    }
    return devices;
}

Otf2Archive::MetricMode modeOf(const nvml::QuantityInfo& quantity)
{
    return quantity.isOfTimeBefore ? Otf2Archive::MetricMode::AbsoluteLast
                                   : Otf2Archive::MetricMode::AbsolutePoint;
}

}  // namespace

void DeviceSamplePass::write(
    const std::filesystem::path& folder, const FindGroup& groupOf, const TimeCut& cut)
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
    for (const auto& [device, samples] : readSamples(folder / nvml::kSampleFile, cut)) {
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
    std::array<std::optional<Otf2Archive::MetricRef>, nvml::kQuantities.size()> metrics;
    for (const DeviceSample& sample : samples) {
        for (std::size_t i = 0; i < metrics.size(); ++i) {
            if (sample.values.at(i) == nvml::kNotTold) {
                continue;
            }
            const nvml::QuantityInfo& quantity = nvml::kQuantities.at(i);
            if (!metrics.at(i)) {
                metrics.at(i) = m_contents.metricOf(quantity.name, quantity.unit, modeOf(quantity));
            }
            m_archive.sample(
                sample.tick, *metrics.at(i), static_cast<std::int64_t>(sample.values.at(i)));
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

}  // namespace vellum::collector::writer
