#pragma once

#include "common/trace/definitions.h"
#include "gui/models/selection.h"

#include <QWidget>

#include <utility>
#include <vector>

class QToolButton;

namespace vellum::gui::charts {

/// The function groups of a trace and their colours. A click makes a group stand out.
class LegendPanel : public QWidget {
    Q_OBJECT

public:
    LegendPanel(
        const Definitions& definitions, models::Selection& selection, QWidget* parent = nullptr);

protected:
    void changeEvent(QEvent* event) override;

private:
    void paintSwatches();

    std::vector<std::pair<QToolButton*, FunctionGroup>> m_buttons;
};

}  // namespace vellum::gui::charts
