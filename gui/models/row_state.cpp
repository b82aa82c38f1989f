#include "gui/models/row_state.h"

#include "gui/models/notes.h"

#include <QStringList>

#include <algorithm>
#include <utility>

namespace vellum::gui::models {

namespace {

constexpr QLatin1String kOf("of");
constexpr QLatin1String kFolded("folded");
constexpr QLatin1String kPinned("pinned");
constexpr QLatin1String kOrder("order");
constexpr QLatin1String kHeight("heightPercent");
constexpr QLatin1String kFits("fits");
constexpr QLatin1String kFitted("fitted");

using Keys = std::vector<std::uint64_t>;

// Keys have 64 bits, a number of a layout's file holds 53: they are text, "3,7,9".

template <typename Container>
QString written(const Container& keys)
{
    QStringList words;
    words.reserve(static_cast<qsizetype>(keys.size()));
    for (const std::uint64_t key : keys) {
        words << QString::number(key);
    }
    return words.join(QLatin1Char(','));
}

Keys read(const QVariant& value)
{
    Keys keys;
    for (const QString& word : value.toString().split(QLatin1Char(','), Qt::SkipEmptyParts)) {
        bool isRead = false;
        const qulonglong key = word.toULongLong(&isRead);
        if (keys.size() == kMostKeptRows) {
            break;
        }
        if (isRead) {
            keys.push_back(key);
        }
    }
    return keys;
}

/// Of what was moved the keys of all siblings are there: "parent:child,child".
QStringList written(const RowOrder& order)
{
    QStringList lines;
    for (const auto& [parent, children] : order) {
        lines << QString::number(parent) + QLatin1Char(':') + written(children);
    }
    return lines;
}

std::shared_ptr<const RowOrder> orderOf(const QStringList& lines)
{
    auto order = std::make_shared<RowOrder>();
    for (const QString& line : lines) {
        bool isRead = false;
        const qulonglong parent = line.section(QLatin1Char(':'), 0, 0).toULongLong(&isRead);
        if (isRead) {
            (*order)[parent] = read(line.section(QLatin1Char(':'), 1));
        }
    }
    return order->empty() ? nullptr : order;
}

std::size_t countOf(const ViewState& view)
{
    std::size_t count = view.folded.size() + view.pinned.size();
    for (const auto& [parent, children] : view.rowOrder ? *view.rowOrder : RowOrder()) {
        count += children.size();
    }
    return count;
}

}  // namespace

QVariantMap rowState(const ViewState& view, const query::TraceInfo& info)
{
    const ViewState plain;
    const bool isPlain = countOf(view) == 0 && view.rowHeightPercent == plain.rowHeightPercent
                         && view.fitsRows == plain.fitsRows;
    if (isPlain || countOf(view) > kMostKeptRows) {
        return {};
    }
    QVariantMap state{
        {kOf, Notes::identityOf(info)},
        {kFolded, written(view.folded)},
        {kPinned, written(view.pinned)},
        {kHeight, view.rowHeightPercent},
        {kFits, view.fitsRows}};
    if (view.rowOrder) {
        state.insert(kOrder, written(*view.rowOrder));
    }
    if (view.fitted) {
        state.insert(kFitted, written(Keys{view.fitted->first, view.fitted->second}));
    }
    return state;
}

std::optional<ViewState> withRows(
    ViewState view, const QVariantMap& state, const query::TraceInfo& info)
{
    if (state.value(kOf).toString() != Notes::identityOf(info)) {
        return std::nullopt;
    }
    const Keys folded = read(state.value(kFolded));
    view.folded = std::set<std::uint64_t>(folded.begin(), folded.end());
    view.pinned = read(state.value(kPinned));
    view.rowOrder = orderOf(state.value(kOrder).toStringList());
    view.rowHeightPercent = state.value(kHeight, ViewState().rowHeightPercent).toInt();
    view.fitsRows = state.value(kFits).toBool();
    const Keys fitted = read(state.value(kFitted));
    view.fitted.reset();
    if (view.fitsRows && fitted.size() == 2) {
        view.fitted = {fitted.front(), fitted.back()};
    }
    return view;
}

}  // namespace vellum::gui::models
