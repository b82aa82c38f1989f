#include "collector/writer/mpi_spool.h"

#include "collector/sources/mpi/functions.h"

#include <fstream>
#include <sstream>

namespace vellum::collector::writer {

namespace {

void readLine(const std::string& line, SpooledMpi& mpi)
{
    std::istringstream fields(line);
    std::string what;
    fields >> what;
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
            mpi.communicators[number] = made;
        }
    } else if (what == "members") {
        fields >> number;
        for (std::uint64_t rank = 0; fields >> rank;) {
            mpi.members[number].push_back(rank);
        }
    } else if (what == "name") {
        fields >> number;
        fields.ignore(1);
        std::getline(fields, mpi.names[number]);
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
