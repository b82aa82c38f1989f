#pragma once

#include "tests/gui/window_bench.h"

#include <QAction>
#include <QString>
#include <QTest>

#include <algorithm>

// A window in which two traces are compared.

namespace vellum::tests {

// Twice the clock, other references, and faster: 800 ms instead of 1,000.
inline constexpr const char* kFaster = R"(
ticks-per-second 2000
region 7 idle
region 9 work
enter 0 @0 main
enter 0 @100 idle
leave 0 @200 idle
enter 0 @600 work
leave 0 @700 work
enter 0 @1000 work
leave 0 @1100 work
leave 0 @1600 main
)";

/// Two traces in one tab, on the screen and exact.
struct CompareWindow : Window {
    /// \param a, b  what the two files hold
    explicit CompareWindow(
        const QString& folder,
        const char* second = "/b.otf2",
        const char* a = kTrace,
        const char* b = kFaster)
        : Window(folder, a, b)
        , tab(window.compareTraces({pathOf(folder, "/a.otf2"), pathOf(folder, second)}))
    {
        settle();
    }

    static query::TraceSelection pathOf(const QString& folder, const char* name)
    {
        query::TraceSelection selection;
        selection.paths = {(folder + QLatin1String(name)).toStdString()};
        return selection;
    }

    [[nodiscard]] gui::shell::TraceView& view(std::size_t place) const
    {
        return *tab->places()[place]->tab().view();
    }
    [[nodiscard]] TickRange range(std::size_t place) const { return view(place).history().range(); }
    void settle() const
    {
        const bool isSettled = comes([this] {
            const auto tabs = tab->tabs();
            return std::ranges::all_of(
                       tabs, [](auto* one) { return one->failure() || isShown(one); })
                   && source->isIdle();
        });
        QVERIFY(isSettled);
    }
    void key(std::size_t place, Qt::Key which, Qt::KeyboardModifiers modifiers = {}) const
    {
        QTest::keyClick(&view(place).chart(), which, modifiers);
        settle();
    }
    void run(const char* action)
    {
        window.action(QLatin1String(action))->trigger();
        settle();
    }
    void zoom(std::size_t place, Tick begin, Tick end) const
    {
        view(place).history().showRange({.begin = begin, .end = end}, QStringLiteral("zoom"));
        settle();
    }

    gui::shell::CompareTab* tab;
};

inline RegionRef regionOf(const gui::shell::TraceView& view, const char* name)
{
    for (const Region& region : view.trace().definitions->regions) {
        if (region.name == name) {
            return region.ref;
        }
    }
    return RegionRef::undefined();
}

inline gui::models::Highlight markOf(const gui::shell::TraceView& view, const char* name)
{
    return {.by = query::GroupBy::Region, .key = {regionOf(view, name).value()}};
}

}  // namespace vellum::tests
