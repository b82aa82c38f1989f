#include "tests/generate/kineto_file.h"

#include <array>
#include <cstdio>
#include <fstream>
#include <stdexcept>
#include <string>

namespace vellum::generate {

namespace {

constexpr std::uint64_t kOperatorsPerStep = 200;
constexpr std::uint64_t kNsPerOperator = 20'000;
constexpr std::uint64_t kBase = 4'203'669'604'595'407;  // ns, as far from 0 as real ones

/// "4203669604.595" of 4203669604595 ns.
std::string microseconds(std::uint64_t ns)
{
    const std::string decimals = std::to_string(1000 + ns % 1000).substr(1);
    return std::to_string(ns / 1000) + "." + decimals;
}

class Writer {
public:
    explicit Writer(const std::filesystem::path& path) : m_file(path, std::ios::binary)
    {
        m_file.exceptions(std::ios::badbit | std::ios::failbit);
    }

    void add(const std::string& text)
    {
        m_buffer += text;
        if (m_buffer.size() > kFlushBytes) {
            flush();
        }
    }
    void flush()
    {
        m_bytes += m_buffer.size();
        m_file << m_buffer;
        m_buffer.clear();
    }
    [[nodiscard]] std::uint64_t bytes() const { return m_bytes + m_buffer.size(); }

private:
    static constexpr std::size_t kFlushBytes = std::size_t(1) << 20U;

    std::ofstream m_file;
    std::string m_buffer;
    std::uint64_t m_bytes = 0;
};

std::string slice(
    const char* category,
    const std::string& name,
    const char* track,
    std::uint64_t begin,
    std::uint64_t length,
    const std::string& arguments)
{
    return std::string(",\n  {\n    \"ph\": \"X\", \"cat\": \"") + category + "\", \"name\": \""
           + name + "\", " + track + ",\n    \"ts\": " + microseconds(begin) + ", \"dur\": "
           + microseconds(length) + ",\n    \"args\": {\n      " + arguments + "\n    }\n  }";
}

std::string flow(char phase, std::uint64_t id, const char* track, std::uint64_t at)
{
    return std::string(",\n  {\n    \"ph\": \"") + phase + "\", \"id\": " + std::to_string(id)
           + ", " + track + ", \"ts\": " + microseconds(at)
           + ",\n    \"cat\": \"ac2g\", \"name\": \"ac2g\"\n  }";
}

void writeOperator(Writer& writer, std::uint64_t number, std::uint64_t begin)
{
    constexpr const char* kHost = R"("pid": 1234, "tid": 1234)";
    constexpr const char* kStream = R"("pid": 0, "tid": 7)";
    constexpr std::array<const char*, 7> kOperators = {
        "aten::mm",
        "aten::add_",
        "aten::convolution",
        "aten::relu",
        "aten::copy_",
        "aten::mul",
        "aten::cat"};
    constexpr std::array<const char*, 5> kKernels = {
        "void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float>, at::detail::Array<char*, 3> >(int, at::native::CUDAFunctor_add<float>, at::detail::Array<char*, 3>)",
        "ampere_sgemm_128x64_tn",
        "void cudnn::bn_fw_tr_1C11_kernel_NCHW<float, float, int, 512, true, 1, true>(float)",
        "ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevComm*, unsigned long, ncclWork*)",
        "void cutlass::Kernel<cutlass_80_tensorop_s1688gemm_128x128_16x5_nt_align4>(Params)"};
    const std::string id = std::to_string(number);
    writer.add(slice(
        "cpu_op",
        kOperators.at(number % kOperators.size()),
        kHost,
        begin,
        15'000 + number % 997,
        "\"External id\": " + id + ",\"Record function id\": 0, \"Ev Idx\": " + id));
    writer.add(slice(
        "cuda_runtime",
        "cudaLaunchKernel",
        kHost,
        begin + 3'000,
        5'000 + number % 499,
        "\"External id\": " + id + ",\n      \"cbid\": 211, \"correlation\": " + id));
    writer.add(flow('s', number, kHost, begin + 3'000));
    writer.add(slice(
        "kernel",
        kKernels.at(number % kKernels.size()),
        kStream,
        begin + 9'000,
        9'000 + number % 1'999,
        "\"External id\": " + id
            + ",\n      \"queued\": 0, \"device\": 0, \"context\": 1, \"stream\": 7, \"correlation\": "
            + id
            + ",\n      \"registers per thread\": 32, \"shared memory\": 1024, \"blocks per SM\": 2.5,"
              "\n      \"warps per SM\": 20, \"grid\": [270, 1, 1], \"block\": [256, 1, 1],"
              "\n      \"est. achieved occupancy %\": 31"));
    writer.add(flow('f', number, kStream, begin + 9'000));
}

}  // namespace

void writeKinetoFile(const KinetoOptions& options)
{
    Writer writer(options.out);
    writer.add(
        "\n{\n  \"schemaVersion\": 1,\n  \"deviceProperties\": [\n    {\"id\": 0, \"name\": \"none\"}\n  ],\n"
        "  \"baseTimeNanoseconds\": 1735632360000000000,\n  \"traceEvents\": [\n  {\"name\": \"process_name\","
        " \"ph\": \"M\", \"pid\": 1234, \"tid\": 0, \"args\": {\"name\": \"python\"}}");
    constexpr std::uint64_t kBytesPerMegabyte = 1'000'000;
    std::uint64_t number = 1;
    while (writer.bytes() < options.megabytes * kBytesPerMegabyte) {
        const std::uint64_t begin = kBase + number * kNsPerOperator;
        writer.add(slice(
            "user_annotation",
            "ProfilerStep#" + std::to_string(number / kOperatorsPerStep),
            R"("pid": 1234, "tid": 1234)",
            begin,
            kOperatorsPerStep * kNsPerOperator,
            "\"External id\": 0"));
        for (std::uint64_t i = 0; i < kOperatorsPerStep; ++i, ++number) {
            writeOperator(writer, number, kBase + number * kNsPerOperator);
        }
    }
    writer.add("\n  ],\n  \"traceName\": \"generated\"\n}\n");
    writer.flush();
}

}  // namespace vellum::generate
