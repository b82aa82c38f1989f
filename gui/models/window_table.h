#pragma once

#include "common/query/answers.h"
#include "gui/models/request_slot.h"
#include "gui/models/timeline_model.h"
#include "gui/models/view_history.h"

#include <QObject>
#include <QString>

#include <functional>
#include <memory>

namespace vellum::gui::models {

/// A table, or another answer, about the visible window, and the last one: asked anew whenever the window or the filters change.
///
/// Threads  GUI thread.
class WindowTable : public QObject {
    Q_OBJECT

public:
    /// What the question is about now; called whenever the view changes.
    using MakeScope = std::function<query::Scope()>;

    /// \param view  must outlive it, as \p source
    WindowTable(
        data::DataSource& source, data::TraceId trace, const ViewHistory& view, MakeScope scope);

    /// What is asked about a scope.
    using MakeRequest = std::function<query::Request(const query::Scope&)>;

    /// Asks \p question from now on. The last answer stays until there is another.
    void ask(table::Value question);
    void ask(MakeRequest question);
    /// Forgets the last answer and asks again: after a server came back.
    void askAnew();
    /// Forgets the last answer at once: rows of the one question must not be taken for those of the other.
    void askAnother(table::Value question);

    /// Null: none yet.
    [[nodiscard]] const std::shared_ptr<const query::Answer>& answer() const { return m_answer; }
    /// Null where there is none, or the last answer is of another kind.
    [[nodiscard]] const query::Table* table() const
    {
        return m_answer ? std::get_if<query::Table>(m_answer.get()) : nullptr;
    }
    /// Null where the last answer is another one.
    template <typename Answer>
    [[nodiscard]] const Answer* as() const
    {
        const query::Table* table = this->table();
        return table != nullptr ? table->answer.as<Answer>() : nullptr;
    }

    [[nodiscard]] bool isBusy() const { return m_slot.isBusy(); }
    [[nodiscard]] Exactness exactness() const;
    /// Why there is no answer, in a sentence; empty where there is, or will be.
    [[nodiscard]] const QString& errorText() const { return m_error; }

signals:
    /// A question is under way: `exactness` is another.
    void asked();
    /// The answer is another, or an error is there.
    void answered();

private:
    void send();

    const ViewHistory& m_view;
    MakeScope m_scope;
    RequestSlot m_slot;
    MakeRequest m_question;
    query::Scope m_asked;
    std::shared_ptr<const query::Answer> m_answer;
    QString m_error;
};

}  // namespace vellum::gui::models
