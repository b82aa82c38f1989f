#include "collector/sources/cuda/failure_text.h"

#include <cstring>

namespace vellum::collector::cuda {

std::string textOf(const CuptiInterface& cupti, const CallFailure& failure)
{
    const char* name = nullptr;
    if (cupti.getResultString(failure.result, &name) != 0 || name == nullptr) {
        name = "unknown error";
    }
    std::string text = failure.call;
    text += " fails with " + std::to_string(failure.result) + " (" + name + ")";
    if (failure.result == kNoPrivileges) {
        text += "; the driver lets administrators alone count, unless it is loaded with "
                "NVreg_RestrictProfilingToAdminUsers=0";
    }
    return text;
}

std::string joined(const std::vector<std::string>& words)
{
    std::string list;
    for (const std::string& word : words) {
        list += list.empty() ? "" : ", ";
        list += word;
    }
    return list;
}

std::vector<std::string> wordsOf(const char* list)
{
    std::vector<std::string> words;
    while (list != nullptr && *list != '\0') {
        const std::size_t length = std::strcspn(list, ",");
        if (length > 0) {
            words.emplace_back(list, length);
        }
        list += length + (list[length] == ',' ? 1 : 0);
    }
    return words;
}

}  // namespace vellum::collector::cuda
