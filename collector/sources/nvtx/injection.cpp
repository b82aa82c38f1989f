// Each program or library that uses NVTX looks for InitializeInjectionNvtx2 in the library named in
// NVTX_INJECTION64_PATH with its first call, and gives it the table of its functions, which we fill with ours.
#include "collector/measurement/lifecycle.h"
#include "collector/sources/hook.h"
#include "collector/sources/nvtx/callback_table.h"
#include "collector/sources/nvtx/device_names.h"
#include "collector/sources/nvtx/nvtx_interface.h"
#include "collector/sources/nvtx/range_events.h"
#include "collector/sources/nvtx/range_names.h"

#include <cstring>

namespace vellum::collector::nvtx {

namespace {

using measurement::EventKind;
using measurement::record;

/// The number of what \p attributes describe; 0 where they are not ours to read.
std::uint32_t numberOfEvent(const Domain* domain, const EventAttributes* attributes)
{
    if (attributes == nullptr || attributes->size < sizeof(EventAttributes)) {
        return 0;
    }
    RangeName name{
        .domain = domainOf(domain),
        .category = attributes->category,
        .color = attributes->colorType == 1 ? attributes->color | 0xFF00'0000U : 0};
    switch (attributes->messageType) {
    case MessageType::Ascii:
        name.text = viewOf(static_cast<const char*>(attributes->message));
        return numberOf(name);
    case MessageType::Wide: {
        const std::string text = narrowed(static_cast<const wchar_t*>(attributes->message));
        name.text = text;
        return numberOf(name);
    }
    case MessageType::Registered:
        if (attributes->message != nullptr) {
            name.text = static_cast<const RegisteredText*>(attributes->message)->text;
        }
        return numberOf(name);
    case MessageType::None:
        break;
    }
    return numberOf(name);
}

std::uint32_t numberOfText(std::string_view text)
{
    return numberOf({.text = text});
}

/// Goes before the event that has it.
void recordPayload(const EventAttributes* attributes)
{
    if (attributes != nullptr && attributes->size >= sizeof(EventAttributes)
        && attributes->payloadType != PayloadType::None) {
        record(
            EventKind::RangePayload,
            static_cast<std::uint64_t>(attributes->payloadType),
            attributes->payload);
    }
}

// What NVTX's functions of these names do.

void markEx(const EventAttributes* attributes)
{
    const std::uint32_t number = numberOfEvent(nullptr, attributes);
    recordPayload(attributes);
    markRange(number);
}
void markA(const char* text)
{
    markRange(numberOfText(viewOf(text)));
}
void markW(const wchar_t* text)
{
    markRange(numberOfText(narrowed(text)));
}
std::uint64_t rangeStartEx(const EventAttributes* attributes)
{
    const std::uint32_t number = numberOfEvent(nullptr, attributes);
    recordPayload(attributes);
    return startRange(number);
}
std::uint64_t rangeStartA(const char* text)
{
    return startRange(numberOfText(viewOf(text)));
}
std::uint64_t rangeStartW(const wchar_t* text)
{
    return startRange(numberOfText(narrowed(text)));
}
void rangeEnd(std::uint64_t range)
{
    endRange(range);
}
int rangePushEx(const EventAttributes* attributes)
{
    const std::uint32_t number = numberOfEvent(nullptr, attributes);
    recordPayload(attributes);
    return pushRange(number);
}
int rangePushA(const char* text)
{
    return pushRange(numberOfText(viewOf(text)));
}
int rangePushW(const wchar_t* text)
{
    return pushRange(numberOfText(narrowed(text)));
}
int rangePop()
{
    return popRange(nullptr);
}
void nameCategoryA(std::uint32_t category, const char* name)
{
    nameCategory(0, category, viewOf(name));
}
void nameCategoryW(std::uint32_t category, const wchar_t* name)
{
    nameCategory(0, category, narrowed(name));
}
void nameOsThreadA(std::uint32_t thread, const char* name)
{
    nameThread(thread, viewOf(name));
}
void nameOsThreadW(std::uint32_t thread, const wchar_t* name)
{
    nameThread(thread, narrowed(name));
}

void domainMarkEx(Domain* domain, const EventAttributes* attributes)
{
    const std::uint32_t number = numberOfEvent(domain, attributes);
    recordPayload(attributes);
    markRange(number);
}
std::uint64_t domainRangeStartEx(Domain* domain, const EventAttributes* attributes)
{
    const std::uint32_t number = numberOfEvent(domain, attributes);
    recordPayload(attributes);
    return startRange(number);
}
void domainRangeEnd(Domain* /*domain*/, std::uint64_t range)
{
    rangeEnd(range);
}
int domainRangePushEx(Domain* domain, const EventAttributes* attributes)
{
    const std::uint32_t number = numberOfEvent(domain, attributes);
    recordPayload(attributes);
    return pushRange(number);
}
int domainRangePop(Domain* domain)
{
    return popRange(domain);
}
void domainNameCategoryA(Domain* domain, std::uint32_t category, const char* name)
{
    nameCategory(domainOf(domain), category, viewOf(name));
}
void domainNameCategoryW(Domain* domain, std::uint32_t category, const wchar_t* name)
{
    nameCategory(domainOf(domain), category, narrowed(name));
}
void* domainRegisterStringA(Domain* /*domain*/, const char* text)
{
    return registerText(viewOf(text));
}
void* domainRegisterStringW(Domain* /*domain*/, const wchar_t* text)
{
    return registerText(narrowed(text));
}
Domain* domainCreateA(const char* name)
{
    return makeDomain(viewOf(name));
}
Domain* domainCreateW(const wchar_t* name)
{
    return makeDomain(narrowed(name));
}

void fillCore(const Table& table)
{
    table.set(Core::MarkEx, markEx);
    table.set(Core::MarkA, markA);
    table.set(Core::MarkW, markW);
    table.set(Core::RangeStartEx, rangeStartEx);
    table.set(Core::RangeStartA, rangeStartA);
    table.set(Core::RangeStartW, rangeStartW);
    table.set(Core::RangeEnd, rangeEnd);
    table.set(Core::RangePushEx, rangePushEx);
    table.set(Core::RangePushA, rangePushA);
    table.set(Core::RangePushW, rangePushW);
    table.set(Core::RangePop, rangePop);
    table.set(Core::NameCategoryA, nameCategoryA);
    table.set(Core::NameCategoryW, nameCategoryW);
    table.set(Core::NameOsThreadA, nameOsThreadA);
    table.set(Core::NameOsThreadW, nameOsThreadW);
}

void fillCore2(const Table& table)
{
    table.set(Core2::MarkEx, domainMarkEx);
    table.set(Core2::RangeStartEx, domainRangeStartEx);
    table.set(Core2::RangeEnd, domainRangeEnd);
    table.set(Core2::RangePushEx, domainRangePushEx);
    table.set(Core2::RangePop, domainRangePop);
    table.set(Core2::NameCategoryA, domainNameCategoryA);
    table.set(Core2::NameCategoryW, domainNameCategoryW);
    table.set(Core2::RegisterStringA, domainRegisterStringA);
    table.set(Core2::RegisterStringW, domainRegisterStringW);
    table.set(Core2::CreateA, domainCreateA);
    table.set(Core2::CreateW, domainCreateW);
}

}  // namespace

}  // namespace vellum::collector::nvtx

/// \return 1: NVTX calls us from now on; 0: it calls nobody
// The name is NVTX's. NOLINTNEXTLINE(readability-identifier-naming)
VELLUM_HOOK int InitializeInjectionNvtx2(vellum::collector::nvtx::GetExportTable* getExportTable)
{
    namespace nvtx = vellum::collector::nvtx;
    namespace measurement = vellum::collector::measurement;
    if (getExportTable == nullptr || !measurement::ensureStarted()
        || !measurement::process.config.nvtx) {
        return 0;
    }
    const auto* callbacks =
        static_cast<const nvtx::CallbackTable*>(getExportTable(nvtx::kCallbackTable));
    if (callbacks == nullptr || callbacks->structSize < sizeof *callbacks
        || callbacks->functionsOf == nullptr) {
        return 0;
    }
    nvtx::fillCore({*callbacks, nvtx::Module::Core});
    nvtx::fillCore2({*callbacks, nvtx::Module::Core2});
    nvtx::fillCuda({*callbacks, nvtx::Module::Cuda});
    nvtx::fillRuntime({*callbacks, nvtx::Module::CudaRuntime});
    return 1;
}
