#include "collector/writer/mpi_spool.h"

#include "collector/sources/mpi/functions.h"

#include <fstream>
#include <sstream>
#include <utility>

namespace vellum::collector::writer {

namespace {

void readRanks(std::istringstream& fields, std::vector<std::uint64_t>& ranks)
{
    for (std::uint64_t rank = 0; fields >> rank;) {
        ranks.push_back(rank);
    }
}

void readName(std::istringstream& fields, std::string& name)
{
    fields.ignore(1);
    std::getline(fields, name);
}

/// Of windows and their groups. \return whether it is one
bool readWindowLine(const std::string& what, std::istringstream& fields, SpooledMpi& mpi)
{
    std::uint32_t number = 0;
    if (what == "window") {
        SpooledMpi::Window made;
        if (fields >> number >> made.communicator >> made.count) {
            mpi.windows[number] = made;
        }
    } else if (what == "window-name") {
        if (fields >> number && mpi.windows.contains(number)) {
            readName(fields, mpi.windows[number].name);
        }
    } else if (what == "group") {
        if (fields >> number) {
            readRanks(fields, mpi.groups[number]);
        }
    } else {
        return false;
    }
    return true;
}

/// Of files. \return whether it is one
bool readFileLine(const std::string& what, std::istringstream& fields, SpooledMpi& mpi)
{
    std::uint32_t number = 0;
    if (what == "file") {
        SpooledMpi::File file;
        if (fields >> number >> file.communicator >> file.count >> file.flags) {
            readName(fields, file.name);
            mpi.files[number] = std::move(file);
        }
    } else if (what == "deleted") {
        if (fields >> number) {
            readName(fields, mpi.deleted[number]);
        }
    } else {
        return false;
    }
    return true;
}

void readLine(const std::string& line, SpooledMpi& mpi)
{
    std::istringstream fields(line);
    std::string what;
    fields >> what;
    if (readWindowLine(what, fields, mpi) || readFileLine(what, fields, mpi)) {
        return;
    }
    std::uint32_t number = 0;
    if (what == "rank") {
        fields >> mpi.rank >> mpi.size;
    } else if (what == "clock") {
        fields >> mpi.clock >> mpi.master;
    } else if (what == "sync") {
        ClockTry one;
        if (fields >> number >> one.begin >> one.master >> one.end) {
            (number == 0 ? mpi.firstTries : mpi.lastTries).push_back(one);
        }
    } else if (what == "comm") {
        SpooledMpi::Communicator made;
        if (fields >> number >> made.identity.root >> made.identity.count >> made.parent) {
            fields >> made.identity.copy;
            mpi.communicators[number] = made;
        }
    } else if (what == "members") {
        fields >> number;
        readRanks(fields, mpi.members[number]);
    } else if (what == "name") {
        fields >> number;
        readName(fields, mpi.names[number]);
    } else if (what == "grid") {
        fields >> number;
        SpooledMpi::Dimension dimension;
        while (fields >> dimension.size >> dimension.isPeriodic) {
            mpi.grids[number].push_back(dimension);
        }
    } else if (what == "left-out") {
        fields >> mpi.leftOut;
    }
}

}  // namespace

std::optional<SpooledMpi> readMpi(const std::filesystem::path& processFolder)
{
    SpooledMpi mpi;
    std::ifstream in(processFolder / mpi::kMpiFile);
    for (std::string line; std::getline(in, line) && !in.eof();) {
        readLine(line, mpi);
    }
    return mpi.size > 0 && mpi.rank < mpi.size ? std::optional(std::move(mpi)) : std::nullopt;
}

}  // namespace vellum::collector::writer
