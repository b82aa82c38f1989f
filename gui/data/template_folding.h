#pragma once

#include <string>
#include <string_view>

namespace vellum::gui::data {

/// A name of C++ whose template arguments are as short as a label can be and still tell kernels apart: `gemm<float, 128>`.
///
/// - Arguments lose their namespaces, and what they have of arguments themselves becomes `<…>`: `reduce<4, plus<…>>`.
/// - A cast before a number goes: `(int)4` is `4`.
/// - An argument of more than 24 letters is cut, and of a list only what fits 48 letters stays; `…` stands for the rest.
///
/// Odd case A name of more than 4096 letters, one whose brackets do not match, operators and text that is no C++ stay as they are.
[[nodiscard]] std::string foldTemplates(std::string_view name);

/// The name without the type that a function template returns, which the linker's name has in front: `void scale<float>` is
/// `scale<float>`. Only for names that had a parameter list.
[[nodiscard]] std::string_view withoutReturnType(std::string_view name);

}  // namespace vellum::gui::data
