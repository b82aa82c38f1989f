// Counters and extended payloads of NVTX, by NVIDIA's own headers. check_extensions.py says what must be recorded.
#include <cstdint>
#include <cstdio>
#include <nvtx3/nvToolsExt.h>
#include <nvtx3/nvToolsExtCounters.h>
#include <nvtx3/nvToolsExtPayload.h>

namespace {

struct Step {
    std::int32_t number;
    double loss;
};

std::uint64_t makeCounter(nvtxDomainHandle_t domain, const char* name, std::uint64_t own = 0)
{
    nvtxCounterAttr_t attributes = {};
    attributes.structSize = sizeof attributes;
    attributes.schemaId = NVTX_PAYLOAD_ENTRY_TYPE_INT64;
    attributes.name = name;
    attributes.counterId = own;
    return nvtxCounterRegister(domain, &attributes);
}

void count(nvtxDomainHandle_t domain)
{
    constexpr std::uint64_t kOwn = NVTX_COUNTER_ID_STATIC_START + 7;
    const std::uint64_t batch = makeCounter(domain, "batch");
    const std::uint64_t loss = makeCounter(nullptr, "loss");
    makeCounter(domain, "chosen", kOwn);
    for (int i = 1; i <= 5; ++i) {
        nvtxCounterSampleInt64(domain, batch, 10 * i);
        nvtxCounterSampleFloat64(nullptr, loss, 1.0 / i);
        nvtxCounterSampleInt64(domain, kOwn, -i);
    }
    nvtxCounterSampleNoValue(domain, batch, NVTX_COUNTER_SAMPLE_UNCHANGED);
    nvtxCounterSampleNoValue(domain, batch, NVTX_COUNTER_SAMPLE_ZERO);
    nvtxCounterSampleInt64(domain, kOwn + 1, 5);  // of nobody
    const std::int64_t group[2] = {1, 2};
    nvtxCounterSample(domain, batch, group, sizeof group);
    nvtxCounterSample(domain, batch, group, sizeof group);
}

void carry(nvtxDomainHandle_t domain)
{
    const nvtxPayloadSchemaEntry_t entries[] = {
        {0,
         NVTX_PAYLOAD_ENTRY_TYPE_INT32,
         "number",
         nullptr,
         0,
         offsetof(Step, number),
         nullptr,
         nullptr},
        {0,
         NVTX_PAYLOAD_ENTRY_TYPE_DOUBLE,
         "loss",
         nullptr,
         0,
         offsetof(Step, loss),
         nullptr,
         nullptr}};
    nvtxPayloadSchemaAttr_t schema = {};
    schema.fieldMask = NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_NAME | NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_TYPE
                       | NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_ENTRIES
                       | NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_NUM_ENTRIES
                       | NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_STATIC_SIZE;
    schema.name = "training step";
    schema.type = NVTX_PAYLOAD_SCHEMA_TYPE_STATIC;
    schema.entries = entries;
    schema.numEntries = 2;
    schema.payloadStaticSize = sizeof(Step);
    const std::uint64_t layout = nvtxPayloadSchemaRegister(domain, &schema);
    for (int i = 0; i < 3; ++i) {
        const Step step = {i, 0.5};
        const nvtxPayloadData_t payload = {layout, sizeof step, &step};
        nvtxRangePushPayload(domain, &payload, 1);
        nvtxMarkPayload(domain, &payload, 1);
        nvtxRangePopPayload(domain, &payload, 1);
    }
    const nvtxPayloadData_t unknown = {NVTX_PAYLOAD_ENTRY_TYPE_INT32, 4, entries};
    const nvtxRangeId_t range = nvtxRangeStartPayload(nullptr, &unknown, 1);
    nvtxRangeEndPayload(nullptr, range, &unknown, 1);
}

}  // namespace

int main()
{
    const nvtxDomainHandle_t domain = nvtxDomainCreateA("model");
    count(domain);
    carry(domain);
    std::puts("done");
    return 7;  // its own status
}
