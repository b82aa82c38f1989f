#pragma once

#include <string>

namespace vellum::collector::python {

/// A sentence of what could not be recorded of a source: vellum-record says it at the end, and the archive has it.
void note(const std::string& sentence, const std::string& source = "python");

}  // namespace vellum::collector::python
