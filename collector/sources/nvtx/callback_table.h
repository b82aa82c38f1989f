#pragma once

#include "collector/sources/nvtx/nvtx_interface.h"

#include <cstdint>
#include <string_view>

namespace vellum::collector::nvtx {

/// The functions of a module of NVTX, which are ours once they are set. A module that the program's NVTX does not have takes
/// none.
class Table {
public:
    Table(const CallbackTable& callbacks, Module module)
    {
        if (callbacks.functionsOf(module, &m_functions, &m_size) == 0) {
            m_functions = nullptr;
        }
    }

    template <typename Place, typename OurFunction>
    void set(Place place, OurFunction* function) const
    {
        const auto at = static_cast<std::uint32_t>(place);
        if (m_functions != nullptr && at < m_size && m_functions[at] != nullptr) {
            *m_functions[at] = reinterpret_cast<Function>(function);
        }
    }

private:
    FunctionTable m_functions = nullptr;
    unsigned m_size = 0;
};

[[nodiscard]] inline std::string_view viewOf(const char* text)
{
    return text == nullptr ? std::string_view() : std::string_view(text);
}

}  // namespace vellum::collector::nvtx
