#include "collector/symbols/elf_module.h"

namespace vellum::collector::symbols {

ElfModule::ElfModule(const std::string& path)
{
    static char* noExtraPath = nullptr;
    static const Dwfl_Callbacks kCallbacks = {
        .find_elf = dwfl_build_id_find_elf,
        .find_debuginfo = dwfl_standard_find_debuginfo,
        .section_address = dwfl_offline_section_address,
        .debuginfo_path = &noExtraPath,
    };
    dwfl = dwfl_begin(&kCallbacks);
    if (dwfl == nullptr) {
        return;
    }
    dwfl_report_begin(dwfl);
    module = dwfl_report_offline(dwfl, path.c_str(), path.c_str(), -1);
    dwfl_report_end(dwfl, nullptr, nullptr);
    if (module != nullptr && dwfl_module_getelf(module, &bias) == nullptr) {
        module = nullptr;
    }
}

}  // namespace vellum::collector::symbols
