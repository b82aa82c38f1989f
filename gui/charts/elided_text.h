#pragma once

#include <QFontMetrics>
#include <QStringList>

#include <initializer_list>

namespace vellum::gui::charts {

/// What there is room for of \p names that are seen together, so that different ones can be told apart: each is
/// cut in the first of \p modes in which no other of them reads the same; where all do, what it has in common with
/// the begin of another is left out, and where some still read the same then, half of the room is for where these
/// differ.
///
/// \param room  pixels of \p metrics
/// Cost     A few measurements a name; callers hand over what is seen, not all there is.
[[nodiscard]] QStringList elidedApart(
    const QStringList& names,
    std::initializer_list<Qt::TextElideMode> modes,
    const QFontMetrics& metrics,
    int room);

/// What there is room for of a sentence whose parts stand between " · ", the most important one first: parts go
/// from its end, and an ellipsis stands for them. Of the first one its end goes.
///
/// \param room  pixels of \p metrics
[[nodiscard]] QString elidedParts(const QString& sentence, const QFontMetrics& metrics, int room);

}  // namespace vellum::gui::charts
