#pragma once

#include <QDialog>
#include <QString>

#include <string>
#include <vector>

class QLineEdit;
class QListWidget;
class QPushButton;

namespace vellum::gui::shell {

/// Which function of the other trace is the same as one that only this trace has.
///
/// Keys     Down leads from the field to the list, Enter takes the marked name.
/// Size     Of more than kMostShown names that fit what is typed those that are most alike are listed; more typed letters show
///          the others.
class SameAsDialog : public QDialog {
    Q_OBJECT

public:
    static constexpr std::size_t kMostShown = 1'000;

    /// \param letter  of the other trace
    /// \param others  its functions
    SameAsDialog(
        const std::string& name,
        const QString& letter,
        std::vector<std::string> others,
        QWidget* parent);

    [[nodiscard]] QLineEdit& field() const { return *m_field; }
    [[nodiscard]] QListWidget& list() const { return *m_list; }

signals:
    void chosen(const std::string& name);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showFitting();
    void choose();

    std::vector<std::string> m_others;  ///< those that are most alike first
    QLineEdit* m_field;
    QListWidget* m_list;
    QPushButton* m_take;
};

}  // namespace vellum::gui::shell
