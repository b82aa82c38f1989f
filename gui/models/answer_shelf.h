#pragma once

#include "common/query/answers.h"

#include <cstddef>
#include <deque>
#include <memory>
#include <unordered_set>

namespace vellum::gui::models {

/// What the answers that a model keeps weigh together, and which to let go where that is too much.
///
/// An answer counts as long as somebody keeps it, whole even where only one of its rows is kept.
/// Units    Bytes, of what grows with rows and columns.
/// Threads  One.
class AnswerShelf {
public:
    static constexpr std::size_t kUsualLimit = std::size_t{256} << 20U;

    void setLimit(std::size_t bytes) { m_limit = bytes; }
    [[nodiscard]] std::size_t limit() const { return m_limit; }

    void put(const std::shared_ptr<const query::Timeline>& answer);
    void put(const std::shared_ptr<const query::SummaryTimeline>& answer);
    void put(const std::shared_ptr<const query::Counters>& answer);

    [[nodiscard]] std::size_t bytes();

    using Answers = std::unordered_set<const void*>;
    /// Those to forget, oldest first, so that the others weigh no more than the limit, as far as \p needed,
    /// none of which is among them, allows.
    [[nodiscard]] Answers surplus(const Answers& needed);

private:
    struct Kept {
        std::weak_ptr<const void> answer;
        std::size_t bytes = 0;
    };

    std::deque<Kept> m_kept;  ///< by arrival
    std::size_t m_limit = kUsualLimit;
};

}  // namespace vellum::gui::models
