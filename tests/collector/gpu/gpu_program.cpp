// A program for a GPU that is not there, of a scene and the status to end with [7]. check_gpu.py says what must be recorded.
#include "tests/collector/gpu/fakes/fake_cuda.h"
#include "tests/collector/nvtx/nvtx_client.h"

#include <dlfcn.h>
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
    eventSynchronize(eventRecord(second));
    deviceSynchronize();
}

/// Handles of the fake are numbers.
void* handleOf(std::uint32_t number)
{
    return reinterpret_cast<void*>(std::uintptr_t{number});
}

void named()
{
    nvtxNameCudaDeviceA(0, "trainer");
    const Stream urgent = streamCreate(-5);
    const Stream copies = streamCreate();
    nvtxNameCudaStreamA(handleOf(urgent), "urgent");
    nvtxNameCudaStreamA(handleOf(copies), "copies");
    launch("_Z4workv", 1, 32, 3000, urgent);
    memcpyAsync(kBytes, Direction::HostToDevice, copies);
    nvtxNameCuContextW(handleOf(greenContextCreate(66)), L"solver");
    const Stream late = streamCreate(-1);
    launch("_Z4workv", 1, 32, 3000, late);
    deviceSynchronize();
}

void pools()
{
    void* const first = mallocAsync(kBytes);
    void* const second = mallocAsync(kBytes);
    launch("_Z4workv", 1, 32, 3000);
    freeAsync(first);
    freeAsync(second);
    streamSynchronize();
}

/// Long enough for some samples of the devices.
void sampled()
{
    for (int i = 0; i < 20; ++i) {
        launch("_Z4workv", 1, 32, 3000);
        ::usleep(5000);
    }
    deviceSynchronize();
}

/// Something to look at: copies beside kernels, memory from a pool, a graph, a wait of one stream for another.
void picture()
{
    const Stream copies = streamCreate();
    const Stream compute = streamCreate(-5);
    nvtxNameCudaStreamA(handleOf(copies), "copies");
    nvtxNameCudaStreamA(handleOf(compute), "compute");
    void* const weights = mallocDevice(4 * kBytes);
    for (int step = 0; step < 12; ++step) {
        nvtxRangePushA("step");
        void* const batch = mallocAsync(kBytes * (1U + static_cast<unsigned>(step) % 3U), copies);
        memcpyAsync(kBytes, Direction::HostToDevice, copies);
        streamWaitEvent(compute, eventRecord(copies));
        launch("_Z4gemmIfLi128EEvPKT_S2_PS0_", 64, 128, 700'000, compute);
        launch("_ZN4math5scaleIfEEvPT_S1_", 64, 128, 300'000, compute);
        graphLaunch(5, compute);
        streamSynchronize(compute);
        freeAsync(batch, copies);
        nvtxRangePop();
    }
    memcpyAsync(kBytes, Direction::DeviceToHost, copies);
    deviceSynchronize();
    freeDevice(weights);
}

/// Kernels that differ in their grids, on two streams and two devices, one from a graph in between, and one context that ends.
void counted()
{
    const Stream other = streamCreate();
    for (std::uint32_t i = 0; i < 10; ++i) {
        launch("_Z4workv", 1 + i, 32 + i, 3000, i % 3 == 0 ? other : kDefault);
        if (i == 5) {
            graphLaunch(5);
        }
    }
    setDevice(1);
    launch("_Z4lastv", 77, 64, 3000);
    deviceReset();
    setDevice(0);
    deviceSynchronize();
}

void external()
{
    pushExternalId(7, 4711);  // a user's first kind
    launch("_Z4workv", 1, 32, 3000);
    popExternalId();
    launch("_Z4workv", 1, 32, 3000);
    streamSynchronize();
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
    thrash(kBytes, 0b11);
    freeDevice(memory);
}

void twoDevices()
{
    setDevice(0);
    launch("_Z4workv", 1, 32, 3000);
    setDevice(1);
    launch("_Z4workv", 1, 32, 3000);
    memcpyPeer(kBytes, 1, 0);
    memcpyAsync(kBytes / 4, Direction::DeviceToDevice);
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

/// Threads that launch into one context at the same time.
void countedTogether()
{
    for (int i = 0; i < 3; ++i) {
        launch("_Z5alonev", 7, 32, 1500);
    }
    threads();
    for (int i = 0; i < 3; ++i) {
        launch("_Z5alonev", 7, 32, 1500);
    }
    deviceSynchronize();
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
    } else if (scene == "named") {
        named();
    } else if (scene == "pools") {
        pools();
    } else if (scene == "picture") {
        picture();
    } else if (scene == "sampled") {
        sampled();
    } else if (scene == "played") {
        static_cast<void>(getDevice());  // the library has its own records
    } else if (scene == "counted") {
        counted();
    } else if (scene == "counted_together") {
        countedTogether();
    } else if (scene == "external") {
        external();
    } else if (scene == "no_driver") {
        // What the runtime of CUDA does with its first call.
        std::puts(::dlopen("libcuda.so.1", RTLD_NOW) == nullptr ? "no driver" : "a driver");
    } else {
        std::fprintf(stderr, "no scene %s\n", words[1]);
        return 2;
    }
    std::puts("done");
    return count > 2 ? std::atoi(words[2]) : 7;  // its own status
}
