#include "gui/shell/differences_look.h"

#include "common/base/number_text.h"
#include "common/compare/comparison.h"
#include "common/time/clock_properties.h"
#include "gui/data/change.h"
#include "gui/theme/theme.h"

#include <QColor>

#include <cmath>

namespace vellum::gui::shell {

namespace {

using compare::DifferenceRow;
using compare::Presence;
using compare::Verdict;

const DifferenceRow& rowOf(const void* row)
{
    return *static_cast<const DifferenceRow*>(row);
}

std::string signedText(bool isMore, std::string text)
{
    return isMore ? text.insert(0, "+") : text;
}

/// A sign and a word: the colour is not needed to tell them apart.
QString wordsOf(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Faster:
        return DifferencesLook::tr("▼ faster");
    case Verdict::Slower:
        return DifferencesLook::tr("▲ slower");
    case Verdict::TooFew:
        return DifferencesLook::tr("too few");
    case Verdict::Same:
        break;
    }
    return DifferencesLook::tr("same");
}

}  // namespace

std::shared_ptr<const data::Trace> noTrace()
{
    auto trace = std::make_shared<data::Trace>();
    trace->definitions = std::make_shared<const Definitions>();
    return trace;
}

const QStringList& DifferencesLook::firstColumns()
{
    static const QStringList kKeys = {
        QStringLiteral("name"),
        QStringLiteral("likeness"),
        QStringLiteral("exclusive_a_ns"),
        QStringLiteral("exclusive_b_ns"),
        QStringLiteral("difference_ns"),
        QStringLiteral("ratio"),
        QStringLiteral("share"),
        QStringLiteral("visits_a"),
        QStringLiteral("visits_b"),
        QStringLiteral("verdict")};
    return kKeys;
}

std::optional<std::string> DifferencesLook::title(std::string_view key) const
{
    if (key == "exclusive_a_ns") {
        return m_a;
    }
    if (key == "exclusive_b_ns") {
        return m_b;
    }
    if (key == "difference_ns") {
        return m_b + " − " + m_a;
    }
    if (key == "likeness") {
        return tr("Match").toStdString();
    }
    if (key == "ratio") {
        return m_b + " / " + m_a;
    }
    if (key == "share") {
        return tr("Share").toStdString();
    }
    if (key == "visits_a") {
        return tr("Visits").toStdString() + " " + m_a;
    }
    return key == "visits_b" ? std::optional(tr("Visits").toStdString() + " " + m_b) : std::nullopt;
}

std::optional<std::string> DifferencesLook::text(std::string_view key, const void* row) const
{
    const DifferenceRow& of = rowOf(row);
    if (key == "difference_ns") {
        return signedText(of.difference > 0, formatDuration(of.difference, {}));
    }
    if (key == "share" && !std::isnan(of.share)) {
        return signedText(of.share > 0, percentText(of.share));
    }
    if (key == "name" && !of.nameInB.empty()) {
        return of.name + " ≈ " + of.nameInB;
    }
    if (key == "likeness") {
        return of.nameInB.empty() ? std::string() : data::matchText(of.likeness).toStdString();
    }
    if (key != "verdict") {
        return std::nullopt;
    }
    switch (of.in) {
    case Presence::OnlyA:
        return tr("only in").toStdString() + " " + m_a;
    case Presence::OnlyB:
        return tr("only in").toStdString() + " " + m_b;
    case Presence::Both:
        break;
    }
    return wordsOf(of.noise.verdict).toStdString();
}

std::optional<bool> DifferencesLook::isShown(std::string_view key) const
{
    if (key == "likeness") {
        return m_isMatched;
    }
    return firstColumns().contains(QLatin1String(key.data(), static_cast<qsizetype>(key.size())));
}

QVariant DifferencesLook::color(std::string_view key, const void* row) const
{
    const DifferenceRow& of = rowOf(row);
    if (key != "verdict" || of.in != Presence::Both) {
        return {};
    }
    const theme::Theme& theme = theme::currentTheme();
    switch (of.noise.verdict) {
    case Verdict::Slower:
        return theme.slower;
    case Verdict::Faster:
        return theme.faster;
    default:
        return {};
    }
}

}  // namespace vellum::gui::shell
