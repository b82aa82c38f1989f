// What run_all records on a machine with a GPU: each argument is a scene. Small, checked, and of a known number of
// kernels and copies, which it prints.
#include <cuda_runtime.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <nvtx3/nvToolsExt.h>
#include <string_view>
#include <vector>

namespace {

void check(cudaError_t result, const char* what)
{
    if (result != cudaSuccess) {
        std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(result));
        std::exit(1);
    }
}
#define CHECK(call) check(call, #call)

__global__ void vectorAdd(const float* a, const float* b, float* c, int count)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) {
        c[i] = a[i] + b[i];
    }
}

__global__ void scale(float* a, float factor, int count)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
        a[i] *= factor;
    }
}

__global__ void gemm(const float* a, const float* b, float* c, int n)
{
    __shared__ float tileA[16][16];
    __shared__ float tileB[16][16];
    const int row = blockIdx.y * 16 + threadIdx.y;
    const int column = blockIdx.x * 16 + threadIdx.x;
    float sum = 0;
    for (int tile = 0; tile < n / 16; ++tile) {
        tileA[threadIdx.y][threadIdx.x] = a[row * n + tile * 16 + threadIdx.x];
        tileB[threadIdx.y][threadIdx.x] = b[(tile * 16 + threadIdx.y) * n + column];
        __syncthreads();
        for (int k = 0; k < 16; ++k) {
            sum += tileA[threadIdx.y][k] * tileB[k][threadIdx.x];
        }
        __syncthreads();
    }
    c[row * n + column] = sum;
}

constexpr int kCount = 1 << 20;
constexpr std::size_t kBytes = kCount * sizeof(float);

void vectorAddScene()
{
    std::vector<float> host(kCount, 1.0F);
    float* a = nullptr;
    float* b = nullptr;
    float* c = nullptr;
    CHECK(cudaMalloc(&a, kBytes));
    CHECK(cudaMalloc(&b, kBytes));
    CHECK(cudaMalloc(&c, kBytes));
    CHECK(cudaMemset(c, 0, kBytes));
    CHECK(cudaMemcpy(a, host.data(), kBytes, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(b, host.data(), kBytes, cudaMemcpyHostToDevice));
    for (int i = 0; i < 20; ++i) {
        vectorAdd<<<kCount / 256, 256>>>(a, b, c, kCount);
    }
    CHECK(cudaMemcpy(host.data(), c, kBytes, cudaMemcpyDeviceToHost));
    CHECK(cudaFree(a));
    CHECK(cudaFree(b));
    CHECK(cudaFree(c));
    std::printf("kernels 20 copies 3 sets 1 sum %g\n", host[0] + host[kCount - 1]);
}

void twoStreamsScene()
{
    float* host = nullptr;
    float* device[2] = {};
    cudaStream_t streams[2];
    CHECK(cudaMallocHost(&host, kBytes));
    for (int s = 0; s < 2; ++s) {
        CHECK(cudaStreamCreateWithFlags(&streams[s], cudaStreamNonBlocking));
        CHECK(cudaMalloc(&device[s], kBytes));
    }
    cudaEvent_t event;
    CHECK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
    for (int i = 0; i < 10; ++i) {
        CHECK(cudaMemcpyAsync(device[0], host, kBytes, cudaMemcpyHostToDevice, streams[0]));
        CHECK(cudaEventRecord(event, streams[0]));
        CHECK(cudaStreamWaitEvent(streams[1], event, 0));
        scale<<<64, 128, 0, streams[1]>>>(device[1], 1.5F, kCount);
    }
    CHECK(cudaDeviceSynchronize());
    std::printf("kernels 10 copies 10\n");
}

void graphScene()
{
    float* device = nullptr;
    CHECK(cudaMalloc(&device, kBytes));
    CHECK(cudaMemset(device, 0, kBytes));
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    cudaGraph_t graph;
    cudaGraphExec_t ready;
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    for (int i = 0; i < 3; ++i) {
        scale<<<64, 128, 0, stream>>>(device, 1.0F + i, kCount);
    }
    CHECK(cudaStreamEndCapture(stream, &graph));
    CHECK(cudaGraphInstantiate(&ready, graph, 0));
    for (int i = 0; i < 3; ++i) {
        CHECK(cudaGraphLaunch(ready, stream));
    }
    CHECK(cudaStreamSynchronize(stream));
    std::printf("kernels 9 sets 1\n");
}

void managedScene()
{
    float* shared = nullptr;
    CHECK(cudaMallocManaged(&shared, kBytes));
    for (int i = 0; i < kCount; ++i) {
        shared[i] = 1;
    }
    float sum = 0;
    for (int i = 0; i < 5; ++i) {
        scale<<<64, 128>>>(shared, 2.0F, kCount);
        CHECK(cudaDeviceSynchronize());
        sum += shared[i * 1000];
    }
    std::printf("kernels 5 sum %g\n", sum);
}

void nvtxScene()
{
    float* device = nullptr;
    CHECK(cudaMalloc(&device, kBytes));
    nvtxRangePushA("outer");
    for (int i = 0; i < 4; ++i) {
        nvtxRangePushA("inner");
        scale<<<64, 128>>>(device, 1.5F, kCount);
        nvtxRangePop();
    }
    nvtxMarkA("done");
    nvtxRangePop();
    CHECK(cudaDeviceSynchronize());
    std::printf("kernels 4 ranges 5\n");
}

void gemmScene(int launches)
{
    constexpr int kN = 512;
    float* matrices[3] = {};
    for (float*& matrix : matrices) {
        CHECK(cudaMalloc(&matrix, kN * kN * sizeof(float)));
        CHECK(cudaMemset(matrix, 0, kN * kN * sizeof(float)));
    }
    CHECK(cudaDeviceSynchronize());
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < launches; ++i) {
        gemm<<<dim3(kN / 16, kN / 16), dim3(16, 16)>>>(matrices[0], matrices[1], matrices[2], kN);
    }
    CHECK(cudaDeviceSynchronize());
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    std::printf("kernels %d sets 3 seconds %.6f\n", launches, took.count());
}

/// Kernels that do next to nothing: what a launch costs.
void launchScene(int launches)
{
    float* device = nullptr;
    CHECK(cudaMalloc(&device, 1024));
    CHECK(cudaDeviceSynchronize());
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < launches; ++i) {
        scale<<<1, 32>>>(device, 1.0F, 32);
    }
    const std::chrono::duration<double> asked = std::chrono::steady_clock::now() - begin;
    CHECK(cudaDeviceSynchronize());
    std::printf("kernels %d seconds %.6f\n", launches, asked.count());
}

}  // namespace

int main(int count, char** words)
{
    const std::string_view scene = count > 1 ? words[1] : "";
    int devices = 0;
    if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
        std::fprintf(stderr, "there is no GPU\n");
        return 77;
    }
    if (scene == "vector_add") {
        vectorAddScene();
    } else if (scene == "two_streams") {
        twoStreamsScene();
    } else if (scene == "graph_thrice") {
        graphScene();
    } else if (scene == "managed") {
        managedScene();
    } else if (scene == "nvtx") {
        nvtxScene();
    } else if (scene == "gemm") {
        gemmScene(2000);
    } else if (scene == "launches") {
        launchScene(20000);
    } else if (scene == "reset") {
        vectorAddScene();
        CHECK(cudaDeviceReset());
    } else {
        std::fprintf(stderr, "no scene %s\n", words[1]);
        return 2;
    }
    return 0;
}
