#pragma once

#include "gui/data/data_source.h"

#include <QFrame>
#include <QPointer>

#include <memory>
#include <optional>
#include <vector>

class QAction;
class QLineEdit;
class QListView;

namespace vellum::gui::shell {

class PaletteModel;
struct PaletteSources;

/// One field for everything: actions, rows and functions, found by a few of their letters.
///
/// `>` before the text seeks actions alone, `@` rows, `#` functions; `:` takes a time ("1.24 s").
/// Where another window than the main one has the keyboard, a chart's own, it is a window above that.
/// Threads  GUI thread.
class CommandPalette : public QFrame {
    Q_OBJECT

public:
    explicit CommandPalette(QWidget* parent);
    ~CommandPalette() override;

    /// Shows the field over the window, with what is found in \p sources.
    void open(const PaletteSources& sources, const QString& text = {});

    [[nodiscard]] QLineEdit& field() { return *m_field; }
    /// What is listed, best first, or the one line that says why nothing is; for tests.
    [[nodiscard]] QStringList shown() const;
    /// What is said at the right of these.
    [[nodiscard]] QStringList notes() const;

signals:
    void locationChosen(vellum::LocationRef location);
    void processChosen(vellum::LocationGroupRef group);
    void rowChosen(std::uint64_t key);
    void functionChosen(vellum::RegionRef region);
    void timeChosen(vellum::Tick tick);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void choose();
    void step(int rows);
    void placeOver(QWidget* active);
    /// Hides it; the keyboard goes back to where it was.
    void leave();

    QWidget* m_home;
    QLineEdit* m_field;
    QListView* m_list;
    PaletteModel* m_model;
    QPointer<QWidget> m_before;  ///< who had the keyboard
};

}  // namespace vellum::gui::shell
