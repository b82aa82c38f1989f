#pragma once

#include "common/table/cells.h"
#include "common/trace/definitions.h"

namespace vellum::gui::charts {

/// What tables call what their rows refer to: as the rest of the window does.
class NamesOfTrace : public table::Names {
public:
    /// \p definitions must outlive it.
    explicit NamesOfTrace(const Definitions& definitions) : m_definitions(definitions) {}

    [[nodiscard]] std::string nameOf(table::Unit unit, std::uint64_t number) const override;
    [[nodiscard]] double secondsOf(double ticks) const override;

private:
    const Definitions& m_definitions;
};

}  // namespace vellum::gui::charts
