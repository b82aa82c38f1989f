#pragma once

#include "common/base/result.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

namespace vellum::collector::writer {

/// An OTF2 archive being written: events location by location, then the definitions.
///
/// Units    Raw ticks of the recording clock.
/// Errors   The first failure of the library is kept; finish() tells it, everything after it is skipped.
/// Threads  Owner thread; one archive at a time per process, since OTF2 reports errors globally.
class Otf2Archive {
public:
    using StringRef = std::uint32_t;
    using RegionRef = std::uint32_t;
    using LocationRef = std::uint64_t;

    enum class RegionKind {
        Function,      ///< compiled in by the compiler
        User,          ///< defined by the program
        Flush,         ///< the measurement's own
        ThreadCreate,  ///< calls of the thread library…
        ThreadWait,
        Barrier,
        DeviceApi,  ///< calls of the library that gives a device work
    };

    struct Region {
        RegionKind kind = RegionKind::Function;
        std::string name;
        std::string canonicalName;  ///< empty: as `name`
        std::string file;
        std::uint32_t line = 0;
    };

    struct Clock {
        std::uint64_t ticksPerSecond = 0;
        std::uint64_t firstTick = 0;
        std::uint64_t lastTick = 0;
        std::uint64_t realtimeNs = 0;  ///< at firstTick
    };

    /// Makes `DIRECTORY/traces.otf2`; the folder may exist.
    explicit Otf2Archive(const std::filesystem::path& directory);
    ~Otf2Archive();
    Otf2Archive(const Otf2Archive&) = delete;
    Otf2Archive& operator=(const Otf2Archive&) = delete;

    void beginLocation(LocationRef location);
    void enter(std::uint64_t tick, RegionRef region);
    void leave(std::uint64_t tick, RegionRef region);
    /// \return the number of events written to the location
    std::uint64_t endLocation();

    void beginDefinitions(const Clock& clock, const std::string& machine, const std::string& node);
    void defineRegion(RegionRef self, const Region& region);
    void defineProcess(std::uint32_t self, const std::string& name);
    void defineLocation(
        LocationRef self, const std::string& name, std::uint64_t events, std::uint32_t process);

    [[nodiscard]] Result<void> finish();

private:
    struct State;
    std::unique_ptr<State> m_state;
};

}  // namespace vellum::collector::writer
