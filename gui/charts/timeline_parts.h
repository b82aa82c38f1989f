#pragma once

#include "common/query/answers.h"
#include "gui/models/row_order.h"
#include "gui/models/selection.h"

#include <QColor>
#include <QString>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

// What TimelineChart keeps for itself.
namespace vellum::gui::charts::timeline_parts {

/// Where a dragged row would go: before this sibling, or after the last one (`kNoRow`).
struct Drop {
    std::uint64_t before = models::kNoRow;
    int y = 0;
};

/// What the rows are scrolled to: the first one that is not fixed, and the share of it that is hidden.
struct ScrolledTo {
    std::uint64_t row = models::kNoRow;
    double hidden = 0;
};

/// What of the models the layer is painted from.
struct Answers {
    std::uint64_t rows = 0;
    std::shared_ptr<const query::Messages> messages;
    std::uint64_t layers = 0;
    std::uint64_t busy = 0;
    bool hasFailed = false;

    friend bool operator==(const Answers&, const Answers&) = default;
};

/// What the models know of the screen.
struct Screen {
    int columns = 0;
    std::uint64_t arrangement = 0;  ///< see `m_arrangement`
    std::vector<int> places;        ///< of rows

    friend bool operator==(const Screen&, const Screen&) = default;
};

/// A row's label where it is too long.
struct ElidedLabel {
    QString name;
    int room = 0;
    QString text;
};

/// What is marked at the lower edge of a row, a tick for each pixel that has it.
struct Ticks {
    std::uint64_t bits = 0;  ///< presence classes of the runs
    std::function<bool(query::Key)> isShown = [](query::Key) { return false; };  ///< by the bar
    int height = 0;                                                              ///< device pixels
    QColor color;
};

/// The operation that was clicked on; from begin to end, once that is known.
struct ChosenIo {
    models::IoMark mark;
    std::uint64_t row = models::kNoRow;
    std::optional<TickRange> range;
};

}  // namespace vellum::gui::charts::timeline_parts
