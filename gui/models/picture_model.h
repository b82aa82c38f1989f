#pragma once

#include "gui/data/data_source.h"
#include "gui/models/request_slot.h"
#include "gui/models/timeline_model.h"
#include "gui/models/view_history.h"

#include <QObject>
#include <QString>
#include <QTimer>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

namespace vellum::gui::models {

/// An answer about a window of the trace. Alive as long as it is shared.
struct Picture {
    std::shared_ptr<const query::Answer> answer;
    TickRange window;
    std::uint32_t columns = 0;  ///< 0 where the answer has none
    query::Request request;
    bool isProvisional = false;  ///< in fewer columns than asked for, until the exact one is there

    /// Null if the answer is of another kind.
    template <typename Kind>
    [[nodiscard]] const Kind* as() const
    {
        return answer ? std::get_if<Kind>(answer.get()) : nullptr;
    }
};

/// The newest answer to one question about the visible window.
///
/// One question is under way at a time. What was answered stays, to be shown stretched, until something
/// better arrives; that of the whole trace stays for good. Where nothing is shown yet, a provisional answer is, if the
/// server sends one.
/// Units    Columns are device pixels, or ticks where those are wider: no column is empty.
/// Threads  GUI thread.
class PictureModel : public QObject {
    Q_OBJECT

public:
    /// What to ask about a window in so many columns; nothing if there is nothing to ask.
    using Question =
        std::function<std::optional<query::Request>(TickRange window, std::uint32_t columns)>;

    PictureModel(
        data::DataSource& source,
        data::TraceId trace,
        const ViewHistory& view,
        QObject* parent = nullptr);

    /// Asks something else from now on: what was answered before is forgotten.
    void setQuestion(Question question);
    /// What the chart has room for; asks again if that changed. 0: not known yet, nothing is asked.
    void setColumns(int columns);
    /// Asks again, after a server came back; what is shown stays until then.
    void refresh();

    /// The newest picture, and one of the whole trace; null where there is none yet.
    [[nodiscard]] const Picture* picture() const { return m_picture ? &*m_picture : nullptr; }
    [[nodiscard]] const Picture* whole() const { return m_whole ? &*m_whole : nullptr; }

    /// The newest, unless less than half of the view lies in it and there is one of the whole trace, in which all does.
    [[nodiscard]] const Picture* widest() const;

    /// Counts answers, and what was forgotten: as long as it stays, so do the pictures.
    [[nodiscard]] std::uint64_t answers() const { return m_answers; }

    [[nodiscard]] Exactness exactness() const;
    [[nodiscard]] const QString& errorText() const { return m_errorText; }
    [[nodiscard]] std::uint32_t columnsWanted() const;

signals:
    void changed();

private:
    void scheduleAsking();
    void onView();
    void ask();
    void onProvisional(const std::shared_ptr<const query::Answer>& answer);
    void onAnswer(const std::shared_ptr<const query::Answer>& answer, const Error& error);
    [[nodiscard]] bool isCurrent() const;

    const ViewHistory& m_view;
    RequestSlot m_slot;
    Question m_question;
    QTimer m_askSoon;  ///< gathers the changes of one event into one question
    int m_columns = 0;
    std::optional<query::Request> m_wanted;  ///< nothing: there is nothing to ask
    std::shared_ptr<const FilterSet> m_filters;
    bool m_isStale = false;  ///< the picture is that of a server that is gone
    std::optional<Picture> m_picture;
    std::optional<Picture> m_whole;
    std::uint64_t m_answers = 0;
    QString m_errorText;
};

}  // namespace vellum::gui::models
