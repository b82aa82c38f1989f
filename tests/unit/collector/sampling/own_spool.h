#pragma once

#include "collector/measurement/lifecycle.h"

#include <QString>
#include <QTemporaryDir>

#include <cstdio>
#include <filesystem>

namespace vellum::test {

/// A folder that what the collector stores in this process goes to.
///
/// Threads  Owner thread; one at a time.
class OwnSpool {
public:
    OwnSpool()
    {
        collector::measurement::Process& process = collector::measurement::process;
        std::snprintf(process.directory, sizeof process.directory, "%s", path().c_str());
    }
    ~OwnSpool() { collector::measurement::process.directory[0] = '\0'; }
    OwnSpool(const OwnSpool&) = delete;
    OwnSpool& operator=(const OwnSpool&) = delete;

    [[nodiscard]] std::filesystem::path path() const { return m_folder.path().toStdString(); }

private:
    QTemporaryDir m_folder;
};

}  // namespace vellum::test
