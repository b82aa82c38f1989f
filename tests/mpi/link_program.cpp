// Under mpirun: rank 0 sends messages of all sizes to the others, which send them back. Status 0 if
// everything came back whole and in order.

#include "server/mpi/mpi_link.h"

#include <mpi.h>

#include <algorithm>
#include <array>
#include <iostream>
#include <map>

using vellum::protocol::Bytes;
using vellum::server::mpi::MpiLink;

namespace {

constexpr std::size_t kPieceBytes = 1000;
constexpr std::array<std::size_t, 9> kSizes{0, 1, 999, 1000, 1001, 2000, 5001, 300'000, 3'000'000};

/// Differs for every message and every place in it.
Bytes messageOf(std::size_t index, std::uint32_t to)
{
    Bytes bytes(kSizes[index]);
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        bytes[i] = static_cast<std::byte>((i * 31 + i / 251 + index * 7 + to) & 0xffU);
    }
    return bytes;
}

void echo(MpiLink& link)
{
    std::size_t count = 0;
    link.run([&](std::uint32_t from, Bytes bytes) {
        link.send(from, std::move(bytes));
        if (++count == kSizes.size()) {
            link.stop();
        }
    });
}

bool askAll(MpiLink& link)
{
    for (std::size_t index = 0; index < kSizes.size(); ++index) {
        for (std::uint32_t to = 1; to < link.size(); ++to) {
            link.send(to, messageOf(index, to));
        }
    }
    std::map<std::uint32_t, std::size_t> next;
    std::size_t missing = kSizes.size() * (link.size() - 1);
    bool isRight = true;
    link.run([&](std::uint32_t from, const Bytes& bytes) {
        if (bytes != messageOf(next[from], from)) {
            std::cerr << "message " << next[from] << " of rank " << from << " came back changed\n";
            isRight = false;
        }
        ++next[from];
        if (--missing == 0) {
            link.stop();
        }
    });
    return isRight;
}

}  // namespace

int main()
{
    int provided = MPI_THREAD_SINGLE;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
    bool isRight = true;
    {
        MpiLink link(kPieceBytes);
        if (link.rank() == 0) {
            isRight = askAll(link);
        } else {
            echo(link);
        }
    }
    MPI_Finalize();
    return isRight ? 0 : 1;
}
