#pragma once

#include <ostream>

namespace vellum::server::cli {

/// `vellum-query values join VALUES TIMES`: writes the values of one run beside the trace of another.
///
/// \param argv  begins with the word
/// \return an exit status, as of exit_status.h
int joinCommand(int argc, const char* const* argv, std::ostream& out);

}  // namespace vellum::server::cli
