#pragma once

#include "gui/models/differences.h"
#include "gui/models/flame_tree.h"
#include "gui/models/window_table.h"

#include <QObject>
#include <QString>

#include <memory>

namespace vellum::gui::models {

/// The call paths of the visible windows of two traces in one tree: asked for anew whenever one of the windows or its filters change,
/// and joined on another thread.
///
/// Units    Ticks of the second trace's clock.
/// Threads  GUI thread.
class FlameDifference : public QObject {
    Q_OBJECT

public:
    explicit FlameDifference(data::DataSource& source, QObject* parent = nullptr);
    ~FlameDifference() override;

    /// What it was before is forgotten if they are others.
    void setSides(const Differences::Side& a, const Differences::Side& b);
    /// Neither of the two is used any more.
    void clear();
    /// What was drawn last stays until the two are joined so.
    void setMatching(const compare::Matching& matching);

    /// Null until there is one.
    [[nodiscard]] const std::shared_ptr<const FlameTree>& tree() const { return m_tree; }
    /// The clock of its ticks; null without sides.
    [[nodiscard]] const ClockProperties* clock() const;
    [[nodiscard]] bool hasSides() const { return m_a != nullptr; }
    [[nodiscard]] Exactness exactness() const;
    [[nodiscard]] QString errorText() const;

signals:
    void changed();

private:
    struct Half;
    struct Joined {
        std::shared_ptr<const FlameTree> tree;  ///< null: one of the answers is no tree
        QString error;
    };

    [[nodiscard]] std::unique_ptr<Half> makeHalf(const Differences::Side& side);
    void join();

    data::DataSource& m_source;
    std::unique_ptr<Half> m_a;
    std::unique_ptr<Half> m_b;
    std::shared_ptr<const FlameTree> m_tree;
    compare::Matching m_matching;
    QString m_error;
    LatestWork<Joined> m_work;
};

}  // namespace vellum::gui::models
