#pragma once

#include "common/base/result.h"
#include "common/query/record_filter.h"
#include "gui/data/data_source.h"
#include "gui/models/request_slot.h"
#include "gui/models/view_history.h"

#include <QDialog>

#include <memory>
#include <optional>

class QFormLayout;
class QLabel;
class QLineEdit;
class QListWidget;
class QPushButton;

namespace vellum::gui::shell {

/// Which messages, collectives or I/O are drawn, by what they are; applied as one filter more. Says how many
/// of the whole trace fit, as the server counts them.
class RecordFilterDialog : public QDialog {
    Q_OBJECT

public:
    /// \p kind  Messages, Collectives or Io
    RecordFilterDialog(
        models::Filter::Kind kind,
        data::DataSource& source,
        std::shared_ptr<const data::Trace> trace,
        models::ViewHistory& view,
        QWidget* parent = nullptr);

    /// Whether the trace has anything of \p kind.
    [[nodiscard]] static bool isUseful(models::Filter::Kind kind, const data::Trace& trace);

    /// How many fit what is asked for; nothing until it is known.
    [[nodiscard]] std::optional<std::uint64_t> fitting() const { return m_fitting; }

    /// Adds the filter that shows, or hides, what fits; nothing where that is not understood.
    void apply(bool hides);

private:
    void addMessages(QFormLayout& form);
    void addCollectives(QFormLayout& form);
    void addIo(QFormLayout& form);
    void addCommunicators(QFormLayout& form);
    void addSizes(QFormLayout& form);
    void onChanged();
    void takeCount(const query::Answer* answer);
    [[nodiscard]] Result<query::RecordFilter> filter(bool hides) const;
    [[nodiscard]] Result<query::MessageFilter> messageFilter() const;
    [[nodiscard]] Result<query::CollectiveFilter> collectiveFilter() const;
    [[nodiscard]] Result<query::IoFilter> ioFilter() const;
    [[nodiscard]] Result<query::NumberRange> sizes() const;
    [[nodiscard]] bool asksForNothing() const;
    /// "tags 7 · ≥ 64 KiB".
    [[nodiscard]] QString what() const;

    models::Filter::Kind m_kind;
    std::shared_ptr<const data::Trace> m_trace;
    models::ViewHistory& m_view;
    models::RequestSlot m_slot;
    // Those that the kind has not stay empty. Made in the order of the form: so Tab goes through them.
    QLineEdit* m_tags;
    QLineEdit* m_files;
    QListWidget* m_handles;
    QListWidget* m_operations;
    QListWidget* m_paradigms;
    QListWidget* m_flags;
    QListWidget* m_communicators;
    QLineEdit* m_least;
    QLineEdit* m_most;
    QLabel* m_note;
    QPushButton* m_only;
    QPushButton* m_hide;
    std::optional<std::uint64_t> m_fitting;
};

}  // namespace vellum::gui::shell
