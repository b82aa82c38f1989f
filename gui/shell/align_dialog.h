#pragma once

#include "gui/models/marker_names.h"
#include "gui/models/nth_visit.h"
#include "gui/shell/compare_tab.h"

#include <QDialog>

#include <memory>
#include <vector>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace vellum::gui::shell {

/// Puts the traces of a tab beside each other at the n-th visit of a function, at the n-th marker of a name, or by offsets that are
/// typed.
class AlignDialog : public QDialog {
    Q_OBJECT

public:
    AlignDialog(data::DataSource& source, CompareTab& comparison, QWidget* parent = nullptr);

    /// As if they had been typed and the button pressed.
    void alignAtVisit(const QString& function, int number);
    void alignAtMarker(const QString& name, int number);
    /// Offers markers instead of functions: the first that all have stands there, once that is known.
    void chooseMarkers();
    void alignByOffsets(const QStringList& offsets);
    /// What cannot be done, and why; empty if nothing.
    [[nodiscard]] QString errorText() const;

private:
    [[nodiscard]] QWidget* makeVisitPart();
    [[nodiscard]] QWidget* makeOffsetPart();
    void showKind();
    void offerMarkers();
    void askForInstants();
    void onAnswered();
    [[nodiscard]] bool isOfMarkers() const;
    [[nodiscard]] QString missingText(std::size_t view) const;
    void applyOffsets();
    void say(const QString& error);

    CompareTab& m_comparison;
    std::vector<TraceView*> m_views;  ///< the first is the one that the others are moved against
    std::vector<std::unique_ptr<models::NthVisit>> m_finders;
    models::MarkerNames m_markers;
    QComboBox* m_kind;  ///< functions or markers
    QLineEdit* m_name;
    QSpinBox* m_number;
    std::vector<QLineEdit*> m_offsets;  ///< of all but the first
    QPushButton* m_atVisit;
    QLabel* m_error;
};

/// The function that is marked, or else the one whose visit is selected; empty if there is neither.
[[nodiscard]] QString markedFunction(TraceView& view);
/// Where what is selected begins, or the instant that was gone to; nothing if there is neither.
[[nodiscard]] std::optional<Tick> markedInstant(TraceView& view);

}  // namespace vellum::gui::shell
