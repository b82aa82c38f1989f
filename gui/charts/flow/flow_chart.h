#pragma once

#include "common/query/values_flow.h"
#include "gui/charts/flow/dot_program.h"
#include "gui/charts/flow/flow_layout.h"
#include "gui/charts/time_chart.h"
#include "gui/models/request_slot.h"

#include <QString>

#include <memory>

class QLabel;
class QSlider;

namespace vellum::gui::charts {

class FlowCanvas;

/// The value flow of the whole run: which function wrote what which other one read or wrote over.
///
/// Layout   At once by layers of our own, then as `dot` has it, where Graphviz is installed and the graph is not too large.
/// Mouse    As FlowCanvas; a click on a function lets it stand out in all charts.
/// Keys     B and F cut the graph to what leads to the selected vertex and what it leads to, N to both, Escape shows the whole.
class FlowChart final : public Chart {
    Q_OBJECT

public:
    /// More vertices and edges than that take dot longer than anybody waits.
    static constexpr std::size_t kMostForDot = 4'000;
    /// Vertices and edges that are drawn: laying out more would keep the window waiting.
    static constexpr std::size_t kMostDrawn = 50'000;

    explicit FlowChart(const ChartContext& context, QWidget* parent = nullptr);
    ~FlowChart() override;

    [[nodiscard]] QString title() const override { return tr("Value flow"); }
    [[nodiscard]] QString sentence() const override;
    [[nodiscard]] models::Exactness exactness() const override;
    [[nodiscard]] QString errorText() const override { return m_error; }
    void refresh() override;
    void fillMenu(QMenu& menu) override;
    void fillZoomMenu(QMenu& menu) const override;
    [[nodiscard]] QVariantMap settings() const override;
    void applySettings(const QVariantMap& settings) override;
    bool handleKey(const QKeyEvent& event) override;
    [[nodiscard]] QSize sizeHint() const override { return {600, 420}; }

    [[nodiscard]] FlowCanvas& canvas() const { return *m_canvas; }
    [[nodiscard]] QSlider& edgeSlider() const { return *m_edges; }
    [[nodiscard]] QSlider& vertexSlider() const { return *m_vertices; }
    /// Why the layout is our own; empty where it is dot's, or may still become so.
    [[nodiscard]] QString layoutNote() const;
    /// For tests: another program than `dot`.
    void setDot(const QString& program, std::chrono::milliseconds limit);

    /// Of the selected vertex; without one, nothing happens.
    void slice(query::FlowDirection direction);
    void showWhole();
    [[nodiscard]] const query::ValuesFlowQuestion& question() const { return m_question; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void updateLayout() override {}

private:
    void makeWidgets();
    void makeDot(const QString& program, std::chrono::milliseconds limit);
    [[nodiscard]] QSlider* makeSlider(const QString& name, QLabel* words);
    void ask();
    void takeAnswer();
    void layOut();
    void markFunction();
    void takeSliders();
    void writeNote(const QString& note);

    ChartContext m_context;
    models::RequestSlot m_slot;
    query::ValuesFlowQuestion m_question;
    std::shared_ptr<const query::ValuesFlow> m_flow;
    FlowShape m_shape;
    std::unique_ptr<DotProgram> m_dot;
    FlowCanvas* m_canvas = nullptr;
    QSlider* m_edges = nullptr;
    QSlider* m_vertices = nullptr;
    QLabel* m_edgeWords = nullptr;
    QLabel* m_vertexWords = nullptr;
    QLabel* m_note = nullptr;
    QString m_error;
    QVariantMap m_beforeSlide;  ///< choices as a slider was taken
};

}  // namespace vellum::gui::charts
