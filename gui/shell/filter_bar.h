#pragma once

#include "gui/models/view_history.h"

#include <QWidget>

#include <memory>

class QHBoxLayout;

namespace vellum::gui::shell {

/// The active filters of a trace as chips: a click switches one off and on, its cross removes it.
/// Hidden while there are none.
class FilterBar : public QWidget {
    Q_OBJECT

public:
    FilterBar(
        models::ViewHistory& view,
        std::shared_ptr<const Definitions> definitions,
        QWidget* parent = nullptr);

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void rebuild();
    void change(std::size_t place, bool removes);

    models::ViewHistory& m_view;
    std::shared_ptr<const Definitions> m_definitions;
    std::shared_ptr<const models::FilterSet> m_shown;
    QHBoxLayout* m_layout;
};

}  // namespace vellum::gui::shell
