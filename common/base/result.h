#pragma once

#include "common/base/check.h"
#include "common/base/error.h"

#include <optional>
#include <utility>
#include <variant>

namespace vellum {

/// A value, or the reason why there is none.
///
/// Errors   `value()` of a failed result is our bug and ends the program: ask first.
/// Threads  A value; as safe to share as the T inside.
template <typename T>
class [[nodiscard]] Result {
public:
    Result(T value)  // NOLINT(google-explicit-constructor): `return value;` is how results are made
        : m_content(std::move(value))
    {
    }
    Result(Error error)  // NOLINT(google-explicit-constructor): likewise for `return error;`
        : m_content(std::move(error))
    {
    }

    [[nodiscard]] bool isOk() const { return std::holds_alternative<T>(m_content); }

    [[nodiscard]] const T& value() const&
    {
        VELLUM_ASSERT(isOk());
        return std::get<T>(m_content);
    }
    [[nodiscard]] T& value() &
    {
        VELLUM_ASSERT(isOk());
        return std::get<T>(m_content);
    }
    [[nodiscard]] T&& value() &&
    {
        VELLUM_ASSERT(isOk());
        return std::get<T>(std::move(m_content));
    }
    [[nodiscard]] const Error& error() const
    {
        VELLUM_ASSERT(!isOk());
        return std::get<Error>(m_content);
    }

private:
    std::variant<T, Error> m_content;
};

/// Success, or the reason why not.
template <>
class [[nodiscard]] Result<void> {
public:
    Result() = default;
    Result(Error error)  // NOLINT(google-explicit-constructor): see above
        : m_error(std::move(error))
    {
    }

    [[nodiscard]] bool isOk() const { return !m_error.has_value(); }
    [[nodiscard]] const Error& error() const
    {
        VELLUM_ASSERT(!isOk());
        return *m_error;  // NOLINT(bugprone-unchecked-optional-access): asserted above
    }

private:
    std::optional<Error> m_error;
};

}  // namespace vellum

/// Returns the error of \p expression, if it has one, from the function around it. A result that is
/// named is looked at where it is, not copied.
#define VELLUM_RETURN_IF_ERROR(expression)                                                         \
    do {                                                                                           \
        if (auto&& vellumResult = (expression); !vellumResult.isOk()) {                            \
            return vellumResult.error();                                                           \
        }                                                                                          \
    } while (false)
