#pragma once

#include "gui/charts/time_chart.h"
#include "gui/models/flame_tree.h"
#include "gui/models/window_table.h"

#include <QString>

#include <optional>
#include <string>
#include <vector>

namespace vellum::gui::charts {

class FlameCanvas;

/// The flame graph: where the time of the visible window went, by call path, of all locations that are shown together.
///
/// Exact    Boxes are as wide as inclusive times, or numbers of samples, of the call tree: as chosen, else as
///          naturalFlameSize() has it.
/// Mouse    As FlameCanvas; a click lets the function stand out in all charts.
/// Keys     As FlameCanvas.
class FlameChart final : public Chart {
    Q_OBJECT

public:
    explicit FlameChart(const ChartContext& context, QWidget* parent = nullptr);

    [[nodiscard]] QString title() const override { return tr("Flame graph"); }
    [[nodiscard]] QString sentence() const override;
    [[nodiscard]] models::Exactness exactness() const override
    {
        return m_isBroken ? models::Exactness::Failed : m_table.exactness();
    }
    [[nodiscard]] QString errorText() const override;
    void refresh() override { m_table.askAnew(); }
    void fillMenu(QMenu& menu) override;
    void fillZoomMenu(QMenu& menu) const override;
    [[nodiscard]] QVariantMap settings() const override;
    void applySettings(const QVariantMap& settings) override;
    bool handleKey(const QKeyEvent& event) override;
    [[nodiscard]] QSize sizeHint() const override;

    [[nodiscard]] FlameCanvas& canvas() const { return *m_canvas; }
    void setSize(models::FlameSize size);
    [[nodiscard]] models::FlameSize size() const { return m_size; }

protected:
    void updateLayout() override {}

private:
    void takeAnswer();
    [[nodiscard]] QString sizeWord() const;
    void markFunction();
    void selectFunction();
    void focus(std::optional<std::uint32_t> node);
    void applyFocus();
    [[nodiscard]] std::optional<std::uint32_t> focusIn(const models::FlameTree* tree) const;
    [[nodiscard]] QString emptyText() const;

    ChartContext m_context;
    models::WindowTable m_table;
    std::optional<models::FlameSize> m_chosen;  ///< by the user; none: what suits the answer
    models::FlameSize m_size = models::FlameSize::Time;
    std::vector<std::string>
        m_focus;              ///< names from the outermost; kept while windows have other paths
    bool m_isBroken = false;  ///< the answer is no tree
    FlameCanvas* m_canvas;
};

}  // namespace vellum::gui::charts
