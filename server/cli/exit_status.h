#pragma once

#include "common/base/error.h"

namespace vellum::server::cli {

// The exit status of a failure; what the numbers mean stands in options.h.

/// Why a trace could not be opened.
[[nodiscard]] int statusOfOpen(const Error& error);

/// Why a question about an open trace was not answered.
[[nodiscard]] int statusOfAnswer(const Error& error);

/// Writes the sentence to standard error, unless the user interrupted and knows. Returns \p status.
int complainAbout(const Error& error, int status);

}  // namespace vellum::server::cli
