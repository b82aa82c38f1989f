#pragma once

#include "common/query/answers.h"

#include <memory>
#include <variant>

namespace vellum::gui::models {

/// The answer as its kind, sharing its life; null if it is of another kind.
template <typename T>
std::shared_ptr<const T> as(const std::shared_ptr<const query::Answer>& answer)
{
    const T* value = answer ? std::get_if<T>(answer.get()) : nullptr;
    return value ? std::shared_ptr<const T>(answer, value) : nullptr;
}

}  // namespace vellum::gui::models
