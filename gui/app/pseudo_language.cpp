#include "gui/app/pseudo_language.h"

#include <QRegularExpression>

#include <algorithm>
#include <iterator>

namespace vellum::gui::app {

namespace {

constexpr char16_t kPlain[] = u"ACEGIKLNORSTUYZaceghijklnorsuwyz";
constexpr char16_t kAccented[] = u"ÀÇÉĜÎĶĻÑÖŘŠŢÛÝŽàçéĝĥîĵķļñöřšûŵýž";
static_assert(std::size(kPlain) == std::size(kAccented));

QChar accented(QChar letter)
{
    const auto* found = std::ranges::find(kPlain, letter.unicode());
    return found == std::end(kPlain) ? letter : QChar(kAccented[found - std::begin(kPlain)]);
}

/// What a program or Qt reads, and a translator leaves alone.
const QRegularExpression& kept()
{
    static const QRegularExpression kAll(
        QStringLiteral(R"(%L?[0-9n]+|<[^<>]*>|&[a-z]+;|&\w|--[a-z-]+|\*\.[\w.]+|https?:\S+)"));
    return kAll;
}

}  // namespace

QString PseudoLanguage::of(const QString& text)
{
    if (std::ranges::none_of(text, [](QChar letter) { return letter.isLetter(); })) {
        return text;
    }
    QString made;
    qsizetype done = 0;
    const auto accentUpTo = [&](qsizetype end) {
        for (; done < end; ++done) {
            made += accented(text[done]);
        }
    };
    for (auto found = kept().globalMatch(text); found.hasNext();) {
        const QRegularExpressionMatch match = found.next();
        accentUpTo(match.capturedStart());
        made += match.captured();
        done = match.capturedEnd();
    }
    accentUpTo(text.size());
    constexpr qsizetype kLonger = 3;
    const QString more((text.size() + kLonger - 1) / kLonger, QChar(u'·'));
    // Spaces at the ends join texts to others.
    const auto* first =
        std::ranges::find_if_not(text, [](QChar letter) { return letter.isSpace(); });
    const qsizetype before = std::distance(text.begin(), first);
    return made.first(before) + QChar(u'⟦') + made.sliced(before).trimmed() + more + QChar(u'⟧')
           + (text.back().isSpace() ? QStringLiteral(" ") : QString());
}

QString PseudoLanguage::translate(
    const char* /*context*/, const char* text, const char* /*disambiguation*/, int /*count*/) const
{
    return of(QString::fromUtf8(text));
}

}  // namespace vellum::gui::app
