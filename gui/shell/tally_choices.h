#pragma once

#include "gui/models/tally_differences.h"

#include <QMap>
#include <QObject>
#include <QString>
#include <QStringList>

#include <optional>

class QComboBox;

namespace vellum::gui::shell {

/// Which messages, collective operations and so on of two traces are set side by side, and by what: the numbers, and two lists, what
/// makes a row and by which measure rows are in order. Each kind keeps what was chosen for it.
///
/// Threads  GUI thread.
class TallyChoices : public QObject {
    Q_OBJECT

public:
    explicit TallyChoices(data::DataSource& source, QObject* parent = nullptr);

    /// The words of the kinds as the command line has them, and what people read.
    [[nodiscard]] static QString wordOf(compare::TallyBy by);
    [[nodiscard]] static QString titleOf(compare::TallyBy by);
    /// Nothing: it is none of them.
    [[nodiscard]] static std::optional<compare::TallyBy> kindOf(const QString& word);

    [[nodiscard]] models::TallyDifferences& model() { return *m_model; }
    [[nodiscard]] const models::TallyDifferences& model() const { return *m_model; }
    /// What makes a row, and by what rows are in order: shown elsewhere, beside what else can be chosen.
    [[nodiscard]] QComboBox& keyChoice() { return *m_key; }
    [[nodiscard]] QComboBox& measureChoice() { return *m_measure; }

    /// Another kind: its own choices are offered.
    void setKind(compare::TallyBy by);
    /// What the numbers are of, in words.
    [[nodiscard]] QString sentence(const QString& letterA, const QString& letterB) const;

    /// "message pair time", of each kind that is not as at first; what is none of these changes nothing.
    [[nodiscard]] QStringList settings() const;
    void applySettings(const QStringList& settings);

signals:
    /// Another question was chosen.
    void chosen();

private:
    static void fill(QComboBox& list, const QStringList& titles, const QStringList& words);
    void show();
    void choose();

    models::TallyDifferences* m_model;
    QComboBox* m_key;
    QComboBox* m_measure;
    compare::TallyBy m_kind = compare::TallyBy::Message;
    QMap<int, compare::TallyQuestion> m_chosen;  ///< by kind
};

}  // namespace vellum::gui::shell
