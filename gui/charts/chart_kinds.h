#pragma once

#include "gui/charts/time_chart.h"

#include <QString>

#include <span>

namespace vellum::gui::charts {

/// A kind of chart: what menus, command lines and kept layouts call it.
struct ChartKind {
    const char* name = "";      ///< "summary"
    const char* title = "";     ///< for tr() in the context "ChartKind"
    const char* menuText = "";  ///< with a mnemonic, likewise
    const char* shortcut = "";
    Chart* (*make)(const ChartContext& context) =
        nullptr;                   ///< null for the master timeline: there is one
    const char* mainSetting = "";  ///< what `NAME=WHAT` on a command line sets; empty: nothing
    bool needsValues = false;      ///< of traces with values alone
    bool isInToolBar =
        true;  ///< the bar is full: what is opened seldom is in menu and palette alone

    [[nodiscard]] QString titleText() const;
    [[nodiscard]] QString menu() const;
};

inline constexpr const char* kMasterKind = "master";

/// All of them, in the order of menus and of first layouts.
[[nodiscard]] std::span<const ChartKind> chartKinds();

/// Null if there is none of that name.
[[nodiscard]] const ChartKind* findChartKind(const QString& name);

}  // namespace vellum::gui::charts
