// Our declarations of CUPTI's records and structures against the vendor's headers, where those are found: this file
// needs to compile, it does nothing. A newer header may have a newer version of a record; what we read of it
// must lie where it lay.
#include "collector/sources/cuda/activity_layout.h"
#include "collector/sources/cuda/cupti_interface.h"
#include "collector/sources/cuda/host_profiler_interface.h"
#include "collector/sources/cuda/pm_sampling_interface.h"
#include "collector/sources/cuda/range_profiler_interface.h"

#include <cupti.h>
#include <cupti_pmsampling.h>
#include <cupti_profiler_host.h>
#include <cupti_profiler_target.h>
#include <cupti_range_profiler.h>
#include <cupti_target.h>

#include <cstddef>

namespace layout = vellum::collector::cuda::layout;
namespace cuda = vellum::collector::cuda;

#define SAME_PLACE(ours, member, theirs, their_member)                                             \
    static_assert(                                                                                 \
        offsetof(ours, member) == offsetof(theirs, their_member)                                   \
        && sizeof(ours::member) == sizeof(theirs::their_member))
#define SAME(ours, member, theirs) SAME_PLACE(ours, member, theirs, member)
#define SAME_KIND(ours, theirs)                                                                    \
    static_assert(static_cast<unsigned>(layout::Kind::ours) == CUPTI_ACTIVITY_KIND_##theirs)

SAME_KIND(Memcpy, MEMCPY);
SAME_KIND(Memset, MEMSET);
SAME_KIND(Driver, DRIVER);
SAME_KIND(Runtime, RUNTIME);
SAME_KIND(Device, DEVICE);
SAME_KIND(Context, CONTEXT);
SAME_KIND(ConcurrentKernel, CONCURRENT_KERNEL);
SAME_KIND(Name, NAME);
SAME_KIND(Overhead, OVERHEAD);
SAME_KIND(MemcpyPeer, MEMCPY2);
SAME_KIND(UnifiedMemoryCounter, UNIFIED_MEMORY_COUNTER);
SAME_KIND(CudaEvent, CUDA_EVENT);
SAME_KIND(Stream, STREAM);
SAME_KIND(Synchronization, SYNCHRONIZATION);
SAME_KIND(ExternalCorrelation, EXTERNAL_CORRELATION);
SAME_KIND(Memory, MEMORY2);
SAME_KIND(MemoryPool, MEMORY_POOL);
SAME_KIND(GraphTrace, GRAPH_TRACE);
SAME_KIND(Jit, JIT);

using TheirKernel = CUpti_ActivityKernel10;
SAME(layout::Kernel, start, TheirKernel);
SAME(layout::Kernel, end, TheirKernel);
SAME(layout::Kernel, registersPerThread, TheirKernel);
SAME(layout::Kernel, deviceId, TheirKernel);
SAME(layout::Kernel, contextId, TheirKernel);
SAME(layout::Kernel, streamId, TheirKernel);
SAME(layout::Kernel, correlationId, TheirKernel);
SAME(layout::Kernel, name, TheirKernel);
SAME(layout::Kernel, graphNodeId, TheirKernel);
SAME(layout::Kernel, graphId, TheirKernel);
SAME(layout::Kernel, localMemoryPerThread, TheirKernel);
SAME_PLACE(layout::Kernel, staticSharedMemory, TheirKernel, staticSharedMemory);
SAME_PLACE(layout::Kernel, dynamicSharedMemory, TheirKernel, dynamicSharedMemory);
static_assert(offsetof(layout::Kernel, grid) == offsetof(TheirKernel, gridX));
static_assert(offsetof(layout::Kernel, block) == offsetof(TheirKernel, blockX));
static_assert(sizeof(layout::Kernel) == sizeof(TheirKernel));

static_assert(offsetof(layout::Device, uuid) == offsetof(CUpti_ActivityDevice5, uuid));

using TheirEvent = CUpti_ActivityCudaEvent2;
SAME(layout::CudaEvent, correlationId, TheirEvent);
SAME(layout::CudaEvent, contextId, TheirEvent);
SAME(layout::CudaEvent, streamId, TheirEvent);
SAME(layout::CudaEvent, eventId, TheirEvent);
SAME_PLACE(layout::CudaEvent, eventRecord, TheirEvent, cudaEventSyncId);
static_assert(sizeof(layout::CudaEvent) == sizeof(TheirEvent));

using TheirExternal = CUpti_ActivityExternalCorrelation;
SAME(layout::ExternalCorrelation, externalKind, TheirExternal);
SAME(layout::ExternalCorrelation, externalId, TheirExternal);
SAME(layout::ExternalCorrelation, correlationId, TheirExternal);
static_assert(sizeof(layout::ExternalCorrelation) == sizeof(TheirExternal));

using TheirCopy = CUpti_ActivityMemcpy6;
SAME(layout::Memcpy, copyKind, TheirCopy);
SAME_PLACE(layout::Memcpy, sourceKind, TheirCopy, srcKind);
SAME_PLACE(layout::Memcpy, destinationKind, TheirCopy, dstKind);
SAME(layout::Memcpy, bytes, TheirCopy);
SAME(layout::Memcpy, start, TheirCopy);
SAME(layout::Memcpy, end, TheirCopy);
SAME(layout::Memcpy, deviceId, TheirCopy);
SAME(layout::Memcpy, contextId, TheirCopy);
SAME(layout::Memcpy, streamId, TheirCopy);
SAME(layout::Memcpy, correlationId, TheirCopy);
SAME(layout::Memcpy, graphNodeId, TheirCopy);
SAME(layout::Memcpy, graphId, TheirCopy);
static_assert(sizeof(layout::Memcpy) == sizeof(TheirCopy));

using TheirPeerCopy = CUpti_ActivityMemcpyPtoP4;
SAME(layout::MemcpyPeer, bytes, TheirPeerCopy);
SAME(layout::MemcpyPeer, start, TheirPeerCopy);
SAME(layout::MemcpyPeer, streamId, TheirPeerCopy);
SAME_PLACE(layout::MemcpyPeer, sourceDevice, TheirPeerCopy, srcDeviceId);
SAME_PLACE(layout::MemcpyPeer, destinationDevice, TheirPeerCopy, dstDeviceId);
SAME(layout::MemcpyPeer, correlationId, TheirPeerCopy);
SAME(layout::MemcpyPeer, graphNodeId, TheirPeerCopy);
SAME(layout::MemcpyPeer, graphId, TheirPeerCopy);
static_assert(sizeof(layout::MemcpyPeer) == sizeof(TheirPeerCopy));

using TheirSet = CUpti_ActivityMemset4;
SAME(layout::Memset, value, TheirSet);
SAME(layout::Memset, bytes, TheirSet);
SAME(layout::Memset, start, TheirSet);
SAME(layout::Memset, streamId, TheirSet);
SAME(layout::Memset, correlationId, TheirSet);
SAME(layout::Memset, memoryKind, TheirSet);
SAME(layout::Memset, graphNodeId, TheirSet);
SAME(layout::Memset, graphId, TheirSet);
static_assert(sizeof(layout::Memset) == sizeof(TheirSet));

using TheirWait = CUpti_ActivitySynchronization2;
SAME(layout::Synchronization, type, TheirWait);
SAME(layout::Synchronization, start, TheirWait);
SAME(layout::Synchronization, end, TheirWait);
SAME(layout::Synchronization, correlationId, TheirWait);
SAME(layout::Synchronization, contextId, TheirWait);
SAME(layout::Synchronization, streamId, TheirWait);
SAME(layout::Synchronization, cudaEventId, TheirWait);

SAME(layout::GraphTrace, correlationId, CUpti_ActivityGraphTrace2);
SAME(layout::GraphTrace, start, CUpti_ActivityGraphTrace2);
SAME(layout::GraphTrace, graphId, CUpti_ActivityGraphTrace2);
SAME(layout::GraphTrace, streamId, CUpti_ActivityGraphTrace2);

using TheirDevice = CUpti_ActivityDevice5;
SAME(layout::Device, id, TheirDevice);
SAME(layout::Device, name, TheirDevice);
SAME(layout::Device, computeCapabilityMajor, TheirDevice);
SAME(layout::Device, numMultiprocessors, TheirDevice);

using TheirContext = CUpti_ActivityContext3;
SAME(layout::Context, contextId, TheirContext);
SAME(layout::Context, deviceId, TheirContext);
SAME(layout::Context, nullStreamId, TheirContext);

SAME(layout::Stream, contextId, CUpti_ActivityStream);
SAME(layout::Stream, streamId, CUpti_ActivityStream);
SAME(layout::Stream, priority, CUpti_ActivityStream);

using TheirOverhead = CUpti_ActivityOverhead3;
SAME(layout::Overhead, overheadKind, TheirOverhead);
SAME(layout::Overhead, start, TheirOverhead);
SAME(layout::Overhead, end, TheirOverhead);
SAME(layout::Overhead, correlationId, TheirOverhead);

using TheirMemory = CUpti_ActivityMemory4;
SAME_PLACE(layout::Memory, operation, TheirMemory, memoryOperationType);
SAME(layout::Memory, memoryKind, TheirMemory);
SAME(layout::Memory, correlationId, TheirMemory);
SAME(layout::Memory, address, TheirMemory);
SAME(layout::Memory, bytes, TheirMemory);
SAME(layout::Memory, timestamp, TheirMemory);
SAME(layout::Memory, deviceId, TheirMemory);
SAME(layout::Memory, name, TheirMemory);
SAME(layout::Memory, source, TheirMemory);

using TheirCounter = CUpti_ActivityUnifiedMemoryCounter3;
SAME(layout::UnifiedMemoryCounter, counterKind, TheirCounter);
SAME(layout::UnifiedMemoryCounter, value, TheirCounter);
SAME(layout::UnifiedMemoryCounter, start, TheirCounter);
SAME(layout::UnifiedMemoryCounter, end, TheirCounter);
SAME(layout::UnifiedMemoryCounter, address, TheirCounter);
SAME_PLACE(layout::UnifiedMemoryCounter, sourceId, TheirCounter, srcId);
SAME_PLACE(layout::UnifiedMemoryCounter, destinationId, TheirCounter, dstId);
SAME(layout::UnifiedMemoryCounter, flags, TheirCounter);
static_assert(sizeof(layout::UnifiedMemoryCounter) == sizeof(TheirCounter));

using TheirJit = CUpti_ActivityJit2;
SAME_PLACE(layout::Jit, operationType, TheirJit, jitOperationType);
SAME(layout::Jit, start, TheirJit);
SAME(layout::Jit, end, TheirJit);
SAME(layout::Jit, correlationId, TheirJit);
SAME(layout::Jit, cachePath, TheirJit);

SAME(layout::Name, objectKind, CUpti_ActivityName);
SAME(layout::Name, name, CUpti_ActivityName);

SAME_PLACE(cuda::CallbackData, site, CUpti_CallbackData, callbackSite);
SAME(cuda::CallbackData, functionName, CUpti_CallbackData);
SAME(cuda::CallbackData, correlationId, CUpti_CallbackData);
static_assert(static_cast<unsigned>(cuda::CallbackDomain::Driver) == CUPTI_CB_DOMAIN_DRIVER_API);
static_assert(static_cast<unsigned>(cuda::CallbackDomain::Runtime) == CUPTI_CB_DOMAIN_RUNTIME_API);
static_assert(static_cast<unsigned>(cuda::CallbackSite::Enter) == CUPTI_API_ENTER);
static_assert(static_cast<unsigned>(cuda::CallbackSite::Exit) == CUPTI_API_EXIT);
static_assert(cuda::kSubscriberExists == CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED);
static_assert(cuda::kMaxLimitReached == CUPTI_ERROR_MAX_LIMIT_REACHED);
static_assert(
    sizeof(cuda::UnifiedMemoryConfig) == sizeof(CUpti_ActivityUnifiedMemoryCounterConfig));
SAME(cuda::UnifiedMemoryConfig, kind, CUpti_ActivityUnifiedMemoryCounterConfig);
SAME(cuda::UnifiedMemoryConfig, enable, CUpti_ActivityUnifiedMemoryCounterConfig);
SAME(cuda::SubscriberParams, structSize, CUpti_SubscriberParams);
SAME(cuda::SubscriberParams, subscriberName, CUpti_SubscriberParams);
SAME(cuda::SubscriberParams, oldSubscriberName, CUpti_SubscriberParams);
SAME(cuda::SubscriberParams, oldSubscriberSize, CUpti_SubscriberParams);
static_assert(sizeof(cuda::SubscriberParams) == sizeof(CUpti_SubscriberParams));

// The host profiler's structures: the last member of each is what its size is told by.
#define SAME_PARAMS(ours, member, theirs, their_member)                                            \
    SAME_PLACE(cuda::ours, member, CUpti_Profiler_Host_##theirs##_Params, their_member);           \
    static_assert(sizeof(cuda::ours) == sizeof(CUpti_Profiler_Host_##theirs##_Params))
SAME_PARAMS(GetSupportedChips, chipNames, GetSupportedChips, ppChipNames);
SAME_PARAMS(Initialize, chipName, Initialize, pChipName);
SAME_PARAMS(Initialize, hostObject, Initialize, pHostObject);
SAME_PARAMS(Deinitialize, hostObject, Deinitialize, pHostObject);
SAME_PARAMS(GetBaseMetrics, metricNames, GetBaseMetrics, ppMetricNames);
SAME_PARAMS(GetBaseMetrics, numMetrics, GetBaseMetrics, numMetrics);
SAME_PARAMS(GetMetricProperties, description, GetMetricProperties, pDescription);
SAME_PARAMS(GetMetricProperties, dimUnit, GetMetricProperties, pDimUnit);
SAME_PARAMS(GetMetricProperties, metricType, GetMetricProperties, metricType);
SAME_PARAMS(ConfigAddMetrics, metricNames, ConfigAddMetrics, ppMetricNames);
SAME_PARAMS(ConfigAddMetrics, numMetrics, ConfigAddMetrics, numMetrics);
SAME_PARAMS(GetConfigImageSize, configImageSize, GetConfigImageSize, configImageSize);
SAME_PARAMS(GetConfigImage, configImage, GetConfigImage, pConfigImage);
SAME_PARAMS(GetNumOfPasses, configImage, GetNumOfPasses, pConfigImage);
SAME_PARAMS(GetNumOfPasses, numOfPasses, GetNumOfPasses, numOfPasses);
SAME_PARAMS(EvaluateToGpuValues, rangeIndex, EvaluateToGpuValues, rangeIndex);
SAME_PARAMS(EvaluateToGpuValues, metricNames, EvaluateToGpuValues, ppMetricNames);
SAME_PARAMS(EvaluateToGpuValues, metricValues, EvaluateToGpuValues, pMetricValues);

// The Range Profiler's.
static_assert(cuda::kNoPrivileges == CUPTI_ERROR_INSUFFICIENT_PRIVILEGES);
static_assert(cuda::kContextDestroyStarting == CUPTI_CBID_RESOURCE_CONTEXT_DESTROY_STARTING);
static_assert(static_cast<unsigned>(cuda::CallbackDomain::Resource) == CUPTI_CB_DOMAIN_RESOURCE);
static_assert(
    static_cast<unsigned>(cuda::ProfilerType::Range) == CUPTI_PROFILER_TYPE_RANGE_PROFILER);
static_assert(
    static_cast<unsigned>(cuda::ProfilerType::PmSampling) == CUPTI_PROFILER_TYPE_PM_SAMPLING);
static_assert(static_cast<unsigned>(cuda::RangeMode::Auto) == CUPTI_AutoRange);
static_assert(static_cast<unsigned>(cuda::RangeMode::User) == CUPTI_UserRange);
static_assert(static_cast<unsigned>(cuda::ReplayMode::Application) == CUPTI_ApplicationReplay);
static_assert(static_cast<unsigned>(cuda::ReplayMode::Kernel) == CUPTI_KernelReplay);
static_assert(static_cast<unsigned>(cuda::ReplayMode::User) == CUPTI_UserReplay);
SAME(cuda::CallbackData, context, CUpti_CallbackData);
SAME(cuda::CallbackData, contextUid, CUpti_CallbackData);
SAME(cuda::ResourceData, context, CUpti_ResourceData);
#define SAME_RANGE(ours, member, theirs, their_member)                                             \
    SAME_PLACE(cuda::ours, member, CUpti_RangeProfiler_##theirs##_Params, their_member);           \
    static_assert(sizeof(cuda::ours) == sizeof(CUpti_RangeProfiler_##theirs##_Params))
SAME_RANGE(RangeEnable, context, Enable, ctx);
SAME_RANGE(RangeEnable, profiler, Enable, pRangeProfilerObject);
SAME_RANGE(RangeProfilerOnly, profiler, Disable, pRangeProfilerObject);
SAME_RANGE(RangeProfilerOnly, profiler, Start, pRangeProfilerObject);
SAME_RANGE(RangeStop, isAllPassSubmitted, Stop, isAllPassSubmitted);
SAME_RANGE(RangeSetConfig, config, SetConfig, pConfig);
SAME_RANGE(RangeSetConfig, counterDataImage, SetConfig, pCounterDataImage);
SAME_RANGE(RangeSetConfig, range, SetConfig, range);
SAME_RANGE(RangeSetConfig, replayMode, SetConfig, replayMode);
SAME_RANGE(RangeSetConfig, maxRangesPerPass, SetConfig, maxRangesPerPass);
SAME_RANGE(RangeSetConfig, numNestingLevels, SetConfig, numNestingLevels);
SAME_RANGE(RangeSetConfig, minNestingLevel, SetConfig, minNestingLevel);
SAME_RANGE(RangeSetConfig, targetNestingLevel, SetConfig, targetNestingLevel);
SAME_RANGE(RangeDecodeData, numOfRangeDropped, DecodeData, numOfRangeDropped);
SAME_RANGE(RangeGetCounterDataSize, metricNames, GetCounterDataSize, pMetricNames);
SAME_RANGE(RangeGetCounterDataSize, maxNumOfRanges, GetCounterDataSize, maxNumOfRanges);
SAME_RANGE(RangeGetCounterDataSize, maxNumRangeTreeNodes, GetCounterDataSize, maxNumRangeTreeNodes);
SAME_RANGE(RangeGetCounterDataSize, counterDataSize, GetCounterDataSize, counterDataSize);
SAME_RANGE(RangeCounterDataInitialize, counterData, CounterDataImage_Initialize, pCounterData);
SAME_RANGE(RangeGetCounterDataInfo, numTotalRanges, GetCounterDataInfo, numTotalRanges);
SAME(cuda::GetChipName, deviceIndex, CUpti_Device_GetChipName_Params);
SAME_PLACE(cuda::GetChipName, chipName, CUpti_Device_GetChipName_Params, pChipName);
static_assert(sizeof(cuda::GetChipName) == sizeof(CUpti_Device_GetChipName_Params));
static_assert(sizeof(cuda::ProfilerInitialize) == sizeof(CUpti_Profiler_Initialize_Params));

// PM sampling's.
static_assert(cuda::kContextCreated == CUPTI_CBID_RESOURCE_CONTEXT_CREATED);
static_assert(
    static_cast<unsigned>(cuda::SamplingTrigger::Time)
    == CUPTI_PM_SAMPLING_TRIGGER_MODE_GPU_TIME_INTERVAL);
static_assert(
    static_cast<unsigned>(cuda::DecodeStop::DataFull)
    == CUPTI_PM_SAMPLING_DECODE_STOP_REASON_COUNTER_DATA_FULL);
#define SAME_SAMPLING(ours, member, theirs, their_member)                                          \
    SAME_PLACE(cuda::ours, member, CUpti_PmSampling_##theirs##_Params, their_member);              \
    static_assert(sizeof(cuda::ours) == sizeof(CUpti_PmSampling_##theirs##_Params))
SAME_SAMPLING(SamplingEnable, deviceIndex, Enable, deviceIndex);
SAME_SAMPLING(SamplingEnable, sampler, Enable, pPmSamplingObject);
SAME_SAMPLING(SamplerOnly, sampler, Disable, pPmSamplingObject);
SAME_SAMPLING(SamplerOnly, sampler, Start, pPmSamplingObject);
SAME_SAMPLING(SamplerOnly, sampler, Stop, pPmSamplingObject);
SAME_SAMPLING(SamplingSetConfig, config, SetConfig, pConfig);
SAME_SAMPLING(SamplingSetConfig, hardwareBufferSize, SetConfig, hardwareBufferSize);
SAME_SAMPLING(SamplingSetConfig, samplingInterval, SetConfig, samplingInterval);
SAME_SAMPLING(SamplingSetConfig, triggerMode, SetConfig, triggerMode);
SAME_SAMPLING(SamplingSetConfig, appendMode, SetConfig, hwBufferAppendMode);
SAME_SAMPLING(SamplingDecodeData, counterDataImage, DecodeData, pCounterDataImage);
SAME_SAMPLING(SamplingDecodeData, decodeStopReason, DecodeData, decodeStopReason);
SAME_SAMPLING(SamplingDecodeData, overflow, DecodeData, overflow);
SAME_SAMPLING(SamplingGetCounterDataSize, metricNames, GetCounterDataSize, pMetricNames);
SAME_SAMPLING(SamplingGetCounterDataSize, maxSamples, GetCounterDataSize, maxSamples);
SAME_SAMPLING(SamplingGetCounterDataSize, counterDataSize, GetCounterDataSize, counterDataSize);
SAME_SAMPLING(
    SamplingCounterDataInitialize, counterData, CounterDataImage_Initialize, pCounterData);
SAME_SAMPLING(
    SamplingGetCounterDataInfo, numCompletedSamples, GetCounterDataInfo, numCompletedSamples);
SAME_SAMPLING(SamplingGetSampleInfo, sampleIndex, CounterData_GetSampleInfo, sampleIndex);
SAME_SAMPLING(SamplingGetSampleInfo, startTimestamp, CounterData_GetSampleInfo, startTimestamp);
SAME_SAMPLING(SamplingGetSampleInfo, endTimestamp, CounterData_GetSampleInfo, endTimestamp);
