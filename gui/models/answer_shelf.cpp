#include "gui/models/answer_shelf.h"

namespace vellum::gui::models {

void AnswerShelf::put(const std::shared_ptr<const query::Timeline>& answer)
{
    std::size_t bytes = 0;
    for (const query::TimelineRow& row : answer->rows) {
        bytes += sizeof row + row.runs.capacity() * sizeof(query::TimelineRun);
    }
    m_kept.push_back({.answer = answer, .bytes = bytes});
}

void AnswerShelf::put(const std::shared_ptr<const query::SummaryTimeline>& answer)
{
    std::size_t bytes = 0;
    for (const query::SummaryRow& row : answer->rows) {
        bytes += sizeof row;
        for (const query::SummarySeries& series : row.series) {
            bytes += sizeof series + series.exclusive.capacity() * sizeof(Tick);
        }
    }
    m_kept.push_back({.answer = answer, .bytes = bytes});
}

void AnswerShelf::put(const std::shared_ptr<const query::Counters>& answer)
{
    std::size_t bytes = 0;
    for (const query::CounterRow& row : answer->rows) {
        bytes += sizeof row + row.points.capacity() * sizeof(query::CounterPoint);
    }
    m_kept.push_back({.answer = answer, .bytes = bytes});
}

std::size_t AnswerShelf::bytes()
{
    std::erase_if(m_kept, [](const Kept& kept) { return kept.answer.expired(); });
    std::size_t sum = 0;
    for (const Kept& kept : m_kept) {
        sum += kept.bytes;
    }
    return sum;
}

AnswerShelf::Answers AnswerShelf::surplus(const Answers& needed)
{
    Answers surplus;
    std::size_t left = bytes();
    for (const Kept& kept : m_kept) {
        if (left <= m_limit) {
            break;
        }
        const std::shared_ptr<const void> answer = kept.answer.lock();
        if (!needed.contains(answer.get())) {
            surplus.insert(answer.get());
            left -= kept.bytes;
        }
    }
    return surplus;
}

}  // namespace vellum::gui::models
