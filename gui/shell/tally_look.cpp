#include "gui/shell/tally_look.h"

#include "common/base/number_text.h"
#include "common/compare/tally_differences.h"
#include "gui/charts/table/spoken.h"

#include <array>
#include <cmath>

namespace vellum::gui::shell {

namespace {

using compare::Presence;
using compare::TallyDifference;
using compare::TallyMeasure;

constexpr std::array kMeasures = {
    TallyMeasure::Count,
    TallyMeasure::Time,
    TallyMeasure::Wait,
    TallyMeasure::Bytes,
    TallyMeasure::Redundant};

/// What a key of one measure begins with, and what it ends with where it is a number of that measure.
struct KeyWords {
    std::string_view begin;
    std::string_view end;
    const char* title;
};

KeyWords wordsOf(TallyMeasure measure)
{
    switch (measure) {
    case TallyMeasure::Count:
        return {.begin = "count_", .end = "", .title = "count"};
    case TallyMeasure::Wait:
        return {.begin = "wait_", .end = "_ns", .title = "wait"};
    case TallyMeasure::Bytes:
        return {.begin = "bytes_", .end = "", .title = "bytes"};
    case TallyMeasure::Redundant:
        return {.begin = "redundant_bytes_", .end = "", .title = "redundant"};
    case TallyMeasure::Time:
    case TallyMeasure::Usual:
        break;
    }
    return {.begin = "time_", .end = "_ns", .title = "time"};
}

std::string keyOf(TallyMeasure measure, std::string_view what)
{
    const KeyWords words = wordsOf(measure);
    std::string key(words.begin);
    return key.append(what).append(what == "ratio" ? std::string_view() : words.end);
}

/// Which number of which measure a column has; nothing: it is no number of one.
struct Meant {
    TallyMeasure measure = TallyMeasure::Time;
    std::string_view what;
};

std::optional<Meant> meantBy(std::string_view key)
{
    for (const TallyMeasure measure : kMeasures) {
        for (const std::string_view what : {"a", "b", "difference", "ratio"}) {
            if (key == keyOf(measure, what)) {
                return Meant{.measure = measure, .what = what};
            }
        }
    }
    return std::nullopt;
}

const TallyDifference& tallyAt(const void* row)
{
    return *static_cast<const TallyDifference*>(row);
}

}  // namespace

QStringList TallyLook::firstColumns(const compare::TallyQuestion& question)
{
    const TallyMeasure measure = compare::measureOf(question);
    QStringList keys{QStringLiteral("name")};
    const auto add = [&keys](TallyMeasure of, std::string_view what) {
        keys << QString::fromStdString(keyOf(of, what));
    };
    for (const std::string_view what : {"a", "b", "difference", "ratio"}) {
        add(measure, what);
    }
    keys << QStringLiteral("share");
    for (const TallyMeasure other : compare::measuresOf(question.by)) {
        if (other != measure) {
            add(other, "a");
            add(other, "b");
        }
    }
    return keys << QStringLiteral("in");
}

std::optional<std::string> TallyLook::title(std::string_view key) const
{
    const auto meant = meantBy(key);
    if (!meant) {
        return std::nullopt;
    }
    const bool isMain = meant->measure == compare::measureOf(m_question);
    std::string title =
        isMain ? std::string() : charts::spoken(wordsOf(meant->measure).title).toStdString() + " ";
    title += meant->what == "a"            ? m_a
             : meant->what == "b"          ? m_b
             : meant->what == "difference" ? m_b + " − " + m_a
                                           : m_b + " / " + m_a;
    return title;
}

std::optional<std::string> TallyLook::text(std::string_view key, const void* row) const
{
    const TallyDifference& of = tallyAt(row);
    if (key == "share" && !std::isnan(of.share)) {
        return (of.share > 0 ? "+" : "") + percentText(of.share);
    }
    if (key == "in") {
        return of.in == Presence::OnlyA   ? tr("only in").toStdString() + " " + m_a
               : of.in == Presence::OnlyB ? tr("only in").toStdString() + " " + m_b
                                          : tr("both").toStdString();
    }
    const auto meant = meantBy(key);
    if (!meant || meant->what == "ratio") {
        return std::nullopt;
    }
    const compare::Amounts& amounts = of.amounts.of(meant->measure);
    return meant->what == "a"   ? compare::amountText(meant->measure, amounts.a)
           : meant->what == "b" ? compare::amountText(meant->measure, amounts.b)
                                : compare::differenceText(meant->measure, amounts.difference);
}

std::optional<bool> TallyLook::isShown(std::string_view key) const
{
    return firstColumns(m_question)
        .contains(QLatin1String(key.data(), static_cast<qsizetype>(key.size())));
}

/// Sign and words say all: that it is more is not worse.
QVariant TallyLook::color(std::string_view /*key*/, const void* /*row*/) const
{
    return {};
}

}  // namespace vellum::gui::shell
