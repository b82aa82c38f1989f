// Sets ranges and marks of all kinds. Built twice: with nvtx_client.h, and where NVIDIA's headers are found with those.
#ifdef REAL_NVTX
#    include <nvtx3/nvToolsExt.h>
#else
#    include "tests/collector/nvtx/nvtx_client.h"
#endif

#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>

namespace {

nvtxEventAttributes_t event(const char* text)
{
    nvtxEventAttributes_t made = {};
    made.version = NVTX_VERSION;
    made.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
    made.messageType = NVTX_MESSAGE_TYPE_ASCII;
    made.message.ascii = text;
    return made;
}

void work()
{
    nvtxRangePushA("inner");
    nvtxRangePop();
}

/// As guards do.
class Guard {
public:
    explicit Guard(const char* text) { nvtxRangePushA(text); }
    ~Guard() { nvtxRangePop(); }
};

void guarded()
{
    const Guard guard("guarded");
    work();
}

/// The range outlives the call that set it, which goes on after it.
void pushAndGoOn()
{
    nvtxRangePushA("set in a call");
    work();
}

void everything(nvtxDomainHandle_t domain)
{
    nvtxRangePushA("outer");
    work();
    work();
    nvtxRangePushW(L"weit \u00e4");
    nvtxRangePop();
    nvtxEventAttributes_t coloured = event("coloured");
    coloured.category = 3;
    coloured.colorType = NVTX_COLOR_ARGB;
    coloured.color = 0xff00ff80;
    coloured.payloadType = NVTX_PAYLOAD_TYPE_INT32;
    coloured.payload.iValue = -5;
    nvtxRangePushEx(&coloured);
    nvtxRangePop();
    nvtxEventAttributes_t registered = event(nullptr);
    registered.messageType = NVTX_MESSAGE_TYPE_REGISTERED;
    registered.message.registered = nvtxDomainRegisterStringA(domain, "registered");
    registered.payloadType = NVTX_PAYLOAD_TYPE_FLOAT;
    registered.payload.fValue = 0.25F;
    nvtxDomainRangePushEx(domain, &registered);
    nvtxRangePop();  // "outer" ends within a range of another domain
    nvtxDomainRangePop(domain);
    pushAndGoOn();
    guarded();
    nvtxRangePop();
    nvtxRangePop();  // of nothing
}

void tensors()
{
    for (int i = 0; i < 1000; ++i) {
        const std::string text = "aten::addmm, op_id = " + std::to_string(5000 + i)
                                 + ", seq = " + std::to_string(i) + ", sizes = [[8, 16], [16, 4]]";
        nvtxRangePushA(text.c_str());
        nvtxRangePop();
    }
}

/// The child's names are none of its parent's, whatever their numbers.
void forked()
{
    nvtxRangePushA("before the fork");
    const pid_t child = ::fork();
    if (child == 0) {
        nvtxRangePushA("in the child");
        nvtxRangePop();
        nvtxRangePushA("before the fork");
        nvtxRangePop();
        std::exit(0);
    }
    ::waitpid(child, nullptr, 0);
    nvtxRangePushA("in the parent");
    nvtxRangePop();
    nvtxRangePop();
}

}  // namespace

int main(int count, char**)
{
    if (count > 1) {
        forked();
        return 0;
    }
    nvtxNameCategoryA(3, "third category");
    const nvtxDomainHandle_t domain = nvtxDomainCreateA("library");
    nvtxMarkA("begun");
    everything(domain);
    tensors();
    const nvtxRangeId_t whole = nvtxRangeStartA("whole");
    const nvtxRangeId_t second = nvtxRangeStartA("second");
    std::thread other([whole] {
        nvtxNameOsThreadA(static_cast<std::uint32_t>(::syscall(SYS_gettid)), "helper");
        work();
        nvtxRangeEnd(whole);  // begun by another thread
    });
    other.join();
    nvtxRangeEnd(second);
    nvtxRangePushA("never popped");
    nvtxEventAttributes_t mark = event("marked\twith a tab");
    mark.category = 3;
    nvtxMarkEx(&mark);
    static_cast<void>(nvtxRangeStartA("never ended"));
    std::puts("done");
    return 0;
}
