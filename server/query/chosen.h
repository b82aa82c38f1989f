#pragma once

namespace vellum::server::query {

/// \p a or \p b. A conditional would do, but compilers make branches of it where no processor
/// guesses which it will be.
template <typename Number>
[[gnu::always_inline]] inline Number chosen(bool isFirst, Number a, Number b)
{
    return b ^ ((a ^ b) & (Number{0} - static_cast<Number>(isFirst)));
}

}  // namespace vellum::server::query
