#pragma once

#include "common/compare/name_choices.h"
#include "gui/charts/distributions/distribution_canvas.h"
#include "gui/models/differences.h"

#include <QString>
#include <QWidget>

#include <optional>
#include <string>

class QComboBox;

namespace vellum::gui::shell {

/// How long visits of a function take in two traces: the picture, which function it is of, and whether it is a histogram.
///
/// Mouse, keys  As DistributionCanvas.
class DistributionView : public QWidget {
    Q_OBJECT

public:
    /// More functions are not offered; those that differ most come first.
    static constexpr int kMostOffered = 1'000;

    /// \param differences  of the two traces, by function; must outlive this
    explicit DistributionView(const models::Differences& differences, QWidget* parent = nullptr);

    /// Which function, and what is drawn of it: shown elsewhere, beside what else can be chosen.
    [[nodiscard]] QComboBox& functionChoice() { return *m_function; }
    [[nodiscard]] QComboBox& showsChoice() { return *m_shows; }
    [[nodiscard]] charts::DistributionCanvas& canvas() { return *m_canvas; }

    /// The function by its name in A, or where A has none in B; one that neither has is remembered. Empty: of those with a few visits in both
    /// the one that differs most.
    void chooseFunction(const QString& name);
    [[nodiscard]] QString chosenFunction() const { return m_wanted; }
    /// "histogram" or "shorter"; what is neither changes nothing.
    void setShowsWord(const QString& word);
    [[nodiscard]] QString showsWord() const;
    /// What the picture is of.
    [[nodiscard]] QString sentence() const;

    /// Shows what is known now of the two traces: whoever hears that the differences are others calls it.
    void refresh();

signals:
    void hovered(const QString& text);
    void menuWanted(QPoint globalPosition);
    /// Another function was chosen here; as A and as B has it.
    void nameMarked(const QString& inA, const QString& inB);
    void changed();

private:
    void offerFunctions();
    void show();
    [[nodiscard]] std::optional<compare::NamePair> shownNames() const;

    const models::Differences& m_differences;
    charts::DistributionCanvas* m_canvas;
    QComboBox* m_function;
    QComboBox* m_shows;
    QString m_wanted;
    const models::Differences::Result* m_offered = nullptr;  ///< whose functions are in the list
};

}  // namespace vellum::gui::shell
