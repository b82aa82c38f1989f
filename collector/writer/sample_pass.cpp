#include "collector/writer/sample_pass.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace vellum::collector::writer {

using sampling::InterruptKind;

namespace {

bool isCollector(const std::string& path)
{
    return std::filesystem::path(path).filename().string().starts_with("libvellum-");
}

/// What starts programs and threads.
bool isSystem(const std::string& path)
{
    const std::string file = std::filesystem::path(path).filename().string();
    return file.starts_with("libc.so") || file.starts_with("libpthread.so");
}

std::string reason(std::int32_t error)
{
    return std::generic_category().message(error);
}

const char* describe(InterruptKind kind)
{
    switch (kind) {
    case InterruptKind::PerfEvent:
        return "perf_event task clock of the thread, system calls included";
    case InterruptKind::PerfEventUser:
        return "perf_event task clock of the thread, without time in system calls";
    case InterruptKind::Timer:
        return "POSIX timer of the thread's processor time, system calls included";
    case InterruptKind::OffCpu:
        return "a look at each thread that waits (off-CPU)";
    case InterruptKind::None:
        break;
    }
    return "none";
}

}  // namespace

void SamplePass::beginProcess(const SpooledProcess& process)
{
    m_process = &process;
    m_walk.setProcess(process, m_regions.modulesOverlap());
    m_frames.clear();
}

void SamplePass::beginLocation(const SpooledLocation& location)
{
    m_before = kNoContext;
    m_streams.clear();
    for (const auto& samples : location.samples()) {
        m_counts.lost += samples->header().lostSamples;
        if (samples->header().kind == InterruptKind::None) {
            noteUnavailable(samples->header());
            continue;
        }
        Stream stream{
            .reader = SampleReader(*samples),
            .generator = generatorOf(samples->header()),
            .isOffCpu = samples->isOffCpu()};
        if (stream.reader.next()) {
            m_streams.push_back(std::move(stream));
        }
    }
}

void SamplePass::noteUnavailable(const sampling::SampleHeader& header)
{
    std::string sentence =
        header.watchError != 0
            ? "off-CPU samples: unavailable: /proc/self/task, or starting a thread that looks there, fails with "
                  + reason(header.watchError)
            : "source sampling: unavailable: perf_event_open fails with " + reason(header.perfError)
                  + ", timer_create with " + reason(header.timerError);
    if (std::ranges::find(m_unavailable, sentence) == m_unavailable.end()) {
        m_unavailable.push_back(std::move(sentence));
    }
}

Otf2Archive::GeneratorRef SamplePass::generatorOf(const sampling::SampleHeader& header)
{
    const auto known = std::ranges::find_if(m_generators, [&](const Generator& generator) {
        return generator.kind == header.kind && generator.periodNs == header.periodNs;
    });
    const auto ref = static_cast<Otf2Archive::GeneratorRef>(known - m_generators.begin());
    if (known == m_generators.end()) {
        m_generators.push_back({.kind = header.kind, .periodNs = header.periodNs});
    }
    return ref;
}

std::optional<std::uint64_t> SamplePass::nextTick() const
{
    const auto next = nextStream();
    return next == m_streams.end() ? std::nullopt : std::optional(next->reader.tick());
}

/// At the end: there is none.
std::vector<SamplePass::Stream>::const_iterator SamplePass::nextStream() const
{
    return std::ranges::min_element(
        m_streams, {}, [](const Stream& stream) { return stream.reader.tick(); });
}

void SamplePass::writeNext(std::uint64_t tick)
{
    const auto stream = m_streams.begin() + (nextStream() - m_streams.cbegin());
    const SampleReader& sample = stream->reader;
    if (!sample.isRepeated()) {
        findContext(*stream);
    }
    m_counts.cut += stream->isCut ? 1U : 0U;
    const ContextRef context = stream->context;
    if (context == kNoContext) {
        ++m_counts.noFunction;
    } else {
        m_archive.sampleContext(
            tick, context, unwindDistance(m_before, context), stream->generator);
        m_before = context;
        ++m_counts.written;
        m_counts.offCpu += stream->isOffCpu ? 1U : 0U;
    }
    Generator& generator = m_generators[stream->generator];
    ++generator.samples;
    generator.interrupts += 1 + sample.merged();
    m_counts.merged += sample.merged();
    if (!stream->reader.next()) {
        m_streams.erase(stream);
    }
}

SamplePass::Frame SamplePass::resolve(
    const SpooledModule* module, std::uint64_t address, std::uint64_t tick)
{
    if (module != nullptr && isCollector(module->path)) {
        return {.isOwn = true};
    }
    Frame frame{.region = m_regions.findCode(address, tick)};
    frame.isSystem = module != nullptr && isSystem(module->path);
    frame.isStart = isStart(frame, regionName(frame));
    frame.isMain = module != nullptr && module->path == m_process->header.executable
                   && regionName(frame) == "main";
    return frame;
}

std::string_view SamplePass::regionName(const Frame& frame) const
{
    return frame.region == RegionTable::kExcluded
               ? std::string_view()
               : std::string_view(m_regions.regions()[frame.region].name);
}

/// In a stripped program `main` has no name, and in a stripped C library what calls it has none.
bool SamplePass::isStart(const Frame& frame, std::string_view name)
{
    return name == "_start" || name.starts_with("__libc_start")
           || (frame.isSystem && name.ends_with("(no symbol)"));
}

const SamplePass::Frame& SamplePass::frameAt(std::uint64_t address, std::uint64_t tick)
{
    const auto moduleHere = [&] { return moduleAt(m_process->modules, address, tick); };
    FramesByAddress& frames = m_frames[m_regions.modulesOverlap() ? moduleHere() : nullptr];
    const auto known = frames.find(address);
    return known != frames.end()
               ? known->second
               : frames.emplace(address, resolve(moduleHere(), address, tick)).first->second;
}

/// Fills m_path. \return whether it begins where the program or the thread did
bool SamplePass::findPath(const StackWalk::Result& stack, std::uint64_t tick)
{
    m_path.clear();
    std::size_t inThread = 0;   // length of the path up to the collector's outermost frame
    std::size_t inProgram = 0;  // length of the path up to the functions that start the program
    // Since the collector's outermost frame only frames of the C library came.
    bool isBeginOfThread = false;
    for (const std::uint64_t address : stack.addresses) {
        const Frame& frame = frameAt(address, tick);
        if (frame.isOwn) {
            inThread = m_path.size();
            isBeginOfThread = true;
            continue;
        }
        isBeginOfThread = isBeginOfThread && frame.isSystem;
        if (frame.region != RegionTable::kExcluded) {
            m_path.push_back(frame.region);
            inProgram = frame.isStart ? inProgram : m_path.size();
        }
        if (frame.isMain) {
            return true;
        }
    }
    if (stack.isWhole && isBeginOfThread && inThread > 0) {
        m_path.resize(inThread);
    } else if (stack.isWhole && inProgram > 0) {
        m_path.resize(inProgram);
    }
    return stack.isWhole;
}

/// Of the stream's sample.
void SamplePass::findContext(Stream& stream)
{
    const bool isWhole = findPath(m_walk.walk(stream.reader), stream.reader.tick());
    stream.isCut = !isWhole && !m_path.empty();
    stream.context = contextOf(stream.isCut);
    if (stream.isOffCpu && stream.context != kNoContext) {
        stream.context = childOf(stream.context, m_regions.findOffCpu());
    }
}

/// Of m_path, which is turned round.
SamplePass::ContextRef SamplePass::contextOf(bool isCut)
{
    ContextRef context = kNoContext;
    if (isCut) {
        context = childOf(context, m_regions.findCutStack());
    }
    std::ranges::reverse(m_path);
    for (const RegionTable::Ref region : m_path) {
        context = childOf(context, region);
    }
    return context;
}

SamplePass::ContextRef SamplePass::childOf(ContextRef parent, RegionTable::Ref region)
{
    const auto [place, isNew] =
        m_children.try_emplace({parent, region}, static_cast<ContextRef>(m_contexts.size()));
    if (isNew) {
        m_contexts.push_back(
            {.region = region,
             .parent = parent,
             .depth = parent == kNoContext ? 1 : m_contexts[parent].depth + 1});
    }
    return place->second;
}

/// What is common to both paths made progress in its innermost function; all below it is taken for newly entered.
std::uint32_t SamplePass::unwindDistance(ContextRef from, ContextRef to) const
{
    const auto depthOf = [this](ContextRef context) {
        return context == kNoContext ? 0 : m_contexts[context].depth;
    };
    const std::uint32_t depth = depthOf(to);
    while (from != to) {
        ContextRef& deeper = depthOf(from) > depthOf(to) ? from : to;
        deeper = m_contexts[deeper].parent;
    }
    return depth - depthOf(to) + 1;
}

void SamplePass::writeDefinitions()
{
    for (std::size_t i = 0; i < m_generators.size(); ++i) {
        const Generator& generator = m_generators[i];
        // Where the kernel interrupts less often than it was asked to, the period is what it really was.
        const double perSample = generator.samples == 0
                                     ? 1.0
                                     : static_cast<double>(generator.interrupts)
                                           / static_cast<double>(generator.samples);
        m_archive.defineGenerator(
            static_cast<Otf2Archive::GeneratorRef>(i),
            describe(generator.kind),
            static_cast<std::uint64_t>(static_cast<double>(generator.periodNs) * perSample));
    }
    for (std::size_t i = 0; i < m_contexts.size(); ++i) {
        const Context& context = m_contexts[i];
        m_archive.defineContext(
            static_cast<ContextRef>(i),
            context.region,
            m_regions.regions()[context.region],
            context.parent == kNoContext ? std::nullopt : std::optional(context.parent));
    }
}

void SamplePass::writeProperties()
{
    const auto count = [this](const char* name, std::uint64_t number) {
        if (number > 0) {
            m_archive.setProperty(name, std::to_string(number));
        }
    };
    std::string names;
    std::uint64_t periodNs = 0;
    std::uint64_t offCpuNs = 0;
    for (const Generator& generator : m_generators) {
        names += (names.empty() ? "" : "; ") + std::string(describe(generator.kind));
        (generator.kind == InterruptKind::OffCpu ? offCpuNs : periodNs) = generator.periodNs;
    }
    constexpr std::uint64_t kSecond = 1'000'000'000;
    if (offCpuNs != 0) {
        count("VELLUM::SAMPLING::OFF_CPU_RATE", (kSecond + offCpuNs / 2) / offCpuNs);
        count("VELLUM::SAMPLING::OFF_CPU_SAMPLES", m_counts.offCpu);
    }
    if (names.empty()) {
        return;
    }
    m_archive.setProperty("VELLUM::SAMPLING::GENERATOR", names);
    m_archive.setProperty(
        "VELLUM::SAMPLING::STACKS", "call frame information, else frame pointers");
    count("VELLUM::SAMPLING::RATE", periodNs == 0 ? 0 : (kSecond + periodNs / 2) / periodNs);
    count("VELLUM::SAMPLING::SAMPLES", m_counts.written);
    count("VELLUM::SAMPLING::LOST", m_counts.lost);
    count("VELLUM::SAMPLING::MERGED_INTERRUPTS", m_counts.merged);
    count("VELLUM::SAMPLING::CUT_STACKS", m_counts.cut);
    count("VELLUM::SAMPLING::WITHOUT_FUNCTION", m_counts.noFunction);
}

}  // namespace vellum::collector::writer
