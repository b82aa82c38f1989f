// A program for a GPU that is not there: each argument is a scene. check_gpu.py says what must be recorded.
#include "tests/collector/gpu/fakes/fake_cuda.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <thread>
#include <vector>

using namespace fakecuda;  // a user's program

namespace {

constexpr std::size_t kBytes = 1U << 20U;

void vectorAdd(int launches)
{
    void* const a = mallocDevice(kBytes);
    void* const b = mallocDevice(kBytes);
    memsetAsync(kBytes);
    memcpyAsync(kBytes, Direction::HostToDevice);
    memcpyAsync(kBytes, Direction::HostToDevice);
    for (int i = 0; i < launches; ++i) {
        static_cast<void>(getDevice());
        launch("_Z9vectorAddPKfS0_Pfi", 4096, 256, 2000);
    }
    memcpyAsync(kBytes, Direction::DeviceToHost);
    streamSynchronize();
    freeDevice(a);
    freeDevice(b);
}

void twoStreams()
{
    const Stream first = streamCreate();
    const Stream second = streamCreate();
    for (int i = 0; i < 10; ++i) {
        memcpyAsync(kBytes, Direction::HostToDevice, first);
        const std::uint32_t event = eventRecord(first);
        streamWaitEvent(second, event);
        launch("_ZN4math5scaleIfEEvPT_S1_", 64, 128, 9000, second);
    }
    deviceSynchronize();
}

void graphThrice()
{
    for (int i = 0; i < 3; ++i) {
        graphLaunch(5);
    }
    streamSynchronize();
}

void managed()
{
    void* const memory = mallocDevice(kBytes);
    for (int i = 0; i < 4; ++i) {
        touchManaged(kBytes, true);
        touchManaged(kBytes / 2, false);
    }
    freeDevice(memory);
}

void twoDevices()
{
    setDevice(0);
    launch("_Z4workv", 1, 32, 3000);
    setDevice(1);
    launch("_Z4workv", 1, 32, 3000);
    memcpyPeer(kBytes, 1, 0);
    deviceSynchronize();
}

void threads()
{
    std::vector<std::thread> all;
    for (int i = 0; i < 4; ++i) {
        all.emplace_back([] {
            const Stream own = streamCreate();
            for (int k = 0; k < 250; ++k) {
                launch("_Z4workv", 16, 64, 1500, own);
            }
            streamSynchronize(own);
        });
    }
    for (std::thread& thread : all) {
        thread.join();
    }
}

void forked()
{
    launch("_Z4workv", 1, 32, 3000);
    if (const pid_t child = ::fork(); child == 0) {
        launch("_Z5childv", 1, 32, 3000);
        static_cast<void>(eventRecord(kDefault));  // not called before
        std::exit(0);
    } else {
        ::waitpid(child, nullptr, 0);
    }
    launch("_Z4workv", 1, 32, 3000);
    deviceSynchronize();
}

void killed()
{
    for (int i = 0; i < 100; ++i) {
        launch("_Z4workv", 1, 32, 3000);
    }
    deviceSynchronize();
    ::usleep(600'000);  // the recorder flushes every 200 ms
    launch("_Z4lastv", 1, 32, 3000);
    ::kill(::getpid(), SIGKILL);
}

}  // namespace

int main(int count, char** words)
{
    const std::string_view scene = count > 1 ? words[1] : "vector_add";
    if (scene == "vector_add") {
        vectorAdd(20);
    } else if (scene == "many") {
        vectorAdd(20'000);
    } else if (scene == "two_streams") {
        twoStreams();
    } else if (scene == "graph_thrice") {
        graphThrice();
    } else if (scene == "managed") {
        managed();
    } else if (scene == "two_devices") {
        twoDevices();
    } else if (scene == "threads") {
        threads();
    } else if (scene == "compile") {
        compile();
    } else if (scene == "reset") {
        vectorAdd(3);
        deviceReset();
        launch("_Z4workv", 1, 32, 3000);  // never waited for
    } else if (scene == "forked") {
        forked();
    } else if (scene == "killed") {
        killed();
    } else {
        std::fprintf(stderr, "no scene %s\n", words[1]);
        return 2;
    }
    std::puts("done");
    return 7;  // its own status
}
