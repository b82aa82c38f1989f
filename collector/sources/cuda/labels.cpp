#include "collector/sources/cuda/labels.h"

#include "collector/measurement/event_buffer.h"
#include "collector/measurement/lifecycle.h"
#include "collector/sources/cuda/raw_file.h"
#include "collector/sources/cuda/raw_format.h"

#include <atomic>

namespace vellum::collector::cuda {

namespace {

std::atomic<const CuptiInterface*> started = nullptr;

void append(LabelBlock::Object object, std::uint32_t number, std::string_view name)
{
    const LabelBlock label{.object = object, .number = number};
    appendText(BlockKind::Label, &label, sizeof label, name);
}

bool isRecorded()
{
    return measurement::process.phase == measurement::Phase::Active
           && measurement::process.config.cuda;
}

}  // namespace

void startLabels(const CuptiInterface& cupti)
{
    started = &cupti;
}

void labelDevice(std::uint32_t device, std::string_view name)
{
    const measurement::RecursionGuard guard(measurement::threadBuffer.busy);
    if (isRecorded()) {
        append(LabelBlock::Object::Device, device, name);
    }
}

void labelContext(void* context, std::string_view name)
{
    const measurement::RecursionGuard guard(measurement::threadBuffer.busy);
    const CuptiInterface* cupti = started;
    std::uint32_t number = 0;
    if (cupti != nullptr && isRecorded() && cupti->contextId != nullptr
        && cupti->contextId(context, &number) == 0) {
        append(LabelBlock::Object::Context, number, name);
    }
}

void labelStream(void* stream, std::string_view name)
{
    const measurement::RecursionGuard guard(measurement::threadBuffer.busy);
    const CuptiInterface* cupti = started;
    std::uint32_t number = 0;
    if (cupti != nullptr && isRecorded() && cupti->streamId != nullptr
        && cupti->streamId(nullptr, stream, 0, &number) == 0) {
        append(LabelBlock::Object::Stream, number, name);
    }
}

}  // namespace vellum::collector::cuda
