#include "gui/models/fuzzy_match.h"

#include <algorithm>

namespace vellum::gui::models {

namespace {

constexpr int kPart = 1'000;      ///< the pattern as one piece
constexpr int kWordBegin = 30;    ///< a letter that begins a word
constexpr int kFollows = 15;      ///< a letter right after the one before
constexpr int kMostPenalty = 60;  ///< of what is left over

bool beginsWord(const QString& text, qsizetype place)
{
    if (place == 0) {
        return true;
    }
    const QChar before = text[place - 1];
    const QChar at = text[place];
    return !before.isLetterOrNumber() || (before.isLower() && at.isUpper())
           || (!before.isDigit() && at.isDigit());
}

int penaltyOf(const QString& text, qsizetype letters)
{
    return static_cast<int>(std::min<qsizetype>(kMostPenalty, text.size() - letters) / 2);
}

/// Where \p letter comes next: the first place where it begins a word, if that is near, else the first.
qsizetype nextPlace(const QString& text, QChar letter, qsizetype from)
{
    const qsizetype first = text.indexOf(letter, from, Qt::CaseInsensitive);
    if (first < 0 || first == from || beginsWord(text, first)) {
        return first;
    }
    constexpr qsizetype kNear = 40;
    for (qsizetype place = first; place >= 0 && place < first + kNear;
         place = text.indexOf(letter, place + 1, Qt::CaseInsensitive)) {
        if (beginsWord(text, place)) {
            return place;
        }
    }
    return first;
}

std::optional<FuzzyMatch> scattered(const QString& letters, const QString& text, bool seeksWords)
{
    FuzzyMatch match;
    qsizetype place = -1;
    for (const QChar letter : letters) {
        const qsizetype next = seeksWords ? nextPlace(text, letter, place + 1)
                                          : text.indexOf(letter, place + 1, Qt::CaseInsensitive);
        if (next < 0) {
            return std::nullopt;
        }
        match.score += beginsWord(text, next) ? kWordBegin : 1;
        match.score += place >= 0 && next == place + 1 ? kFollows : 0;
        match.positions.push_back(static_cast<int>(next));
        place = next;
    }
    match.score -= penaltyOf(text, letters.size());
    return match;
}

}  // namespace

std::optional<FuzzyMatch> fuzzyMatch(const QString& pattern, const QString& text)
{
    const QString whole = pattern.trimmed();
    if (whole.isEmpty()) {
        return FuzzyMatch{};
    }
    const qsizetype part = text.indexOf(whole, 0, Qt::CaseInsensitive);
    if (part >= 0) {
        FuzzyMatch match{.score = kPart - penaltyOf(text, whole.size()), .positions = {}};
        match.score += beginsWord(text, part) ? kWordBegin : 0;
        match.score += part == 0 ? kWordBegin : 0;
        for (qsizetype i = 0; i < whole.size(); ++i) {
            match.positions.push_back(static_cast<int>(part + i));
        }
        return match;
    }
    QString letters = whole;
    letters.removeIf([](QChar letter) { return letter.isSpace(); });
    // Beginnings of words may lead past letters that are needed later: then the plain way counts.
    const auto byWords = scattered(letters, text, true);
    return byWords ? byWords : scattered(letters, text, false);
}

}  // namespace vellum::gui::models
