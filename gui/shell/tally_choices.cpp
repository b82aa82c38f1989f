#include "gui/shell/tally_choices.h"

#include "gui/data/wording.h"

#include <QComboBox>

#include <algorithm>
#include <cstddef>
#include <span>
#include <string_view>

namespace vellum::gui::shell {

namespace {

using compare::TallyBy;
using compare::TallyKey;
using compare::TallyMeasure;
using compare::TallyQuestion;

template <typename Word, std::size_t size>
QString wordIn(const std::string_view (&words)[size], Word word)
{
    return data::text(words[static_cast<std::size_t>(word)]);
}

/// Nothing: it is none of the words.
template <typename Word, std::size_t size>
std::optional<Word> meantBy(const std::string_view (&words)[size], const QString& text)
{
    const auto* found = std::ranges::find_if(
        words, [&text](std::string_view one) { return text == data::text(one); });
    return found == std::end(words) ? std::nullopt
                                    : std::optional(static_cast<Word>(found - std::begin(words)));
}

QString titleOfKey(TallyKey key)
{
    switch (key) {
    case TallyKey::Pair:
        return TallyChoices::tr("by sender and receiver");
    case TallyKey::ProcessPair:
        return TallyChoices::tr("by processes");
    case TallyKey::NodePair:
        return TallyChoices::tr("by nodes");
    case TallyKey::SizeClass:
        return TallyChoices::tr("by size class");
    default:
        return TallyChoices::tr("by %1").arg(wordIn(compare::kTallyKeyWords, key));
    }
}

QString titleOfMeasure(TallyMeasure measure)
{
    return measure == TallyMeasure::Redundant ? TallyChoices::tr("redundant bytes")
                                              : wordIn(compare::kTallyMeasureWords, measure);
}

}  // namespace

TallyChoices::TallyChoices(data::DataSource& source, QObject* parent)
    : QObject(parent)
    , m_model(new models::TallyDifferences(source, this))
    , m_key(new QComboBox)
    , m_measure(new QComboBox)
{
    m_key->setAccessibleName(tr("What makes a row"));
    m_measure->setAccessibleName(tr("By what rows are in order"));
    for (QComboBox* list : {m_key, m_measure}) {
        list->setSizeAdjustPolicy(QComboBox::AdjustToContents);
        connect(list, &QComboBox::currentIndexChanged, this, &TallyChoices::choose);
    }
    show();
}

QString TallyChoices::wordOf(TallyBy by)
{
    return wordIn(compare::kTallyByWords, by);
}

QString TallyChoices::titleOf(TallyBy by)
{
    QString title = data::text(compare::pluralOf(by));
    title[0] = title[0].toUpper();
    return title;
}

std::optional<TallyBy> TallyChoices::kindOf(const QString& word)
{
    return meantBy<TallyBy>(compare::kTallyByWords, word);
}

void TallyChoices::fill(QComboBox& list, const QStringList& titles, const QStringList& words)
{
    list.clear();
    for (qsizetype i = 0; i < words.size(); ++i) {
        list.addItem(titles[i], words[i]);
    }
    list.setEnabled(words.size() > 1);
}

/// The choices of the kind, and what is chosen.
void TallyChoices::show()
{
    const TallyQuestion question = m_chosen.value(static_cast<int>(m_kind), {.by = m_kind});
    m_key->blockSignals(true);
    m_measure->blockSignals(true);
    QStringList titles;
    QStringList words;
    for (const TallyKey key : compare::keysOf(m_kind)) {
        titles << titleOfKey(key);
        words << wordIn(compare::kTallyKeyWords, key);
    }
    fill(*m_key, titles, words);
    titles.clear();
    words.clear();
    for (const TallyMeasure measure : compare::measuresOf(m_kind)) {
        titles << titleOfMeasure(measure);
        words << wordIn(compare::kTallyMeasureWords, measure);
    }
    fill(*m_measure, titles, words);
    m_key->setCurrentIndex(
        m_key->findData(wordIn(compare::kTallyKeyWords, compare::keyOf(question))));
    m_measure->setCurrentIndex(
        m_measure->findData(wordIn(compare::kTallyMeasureWords, compare::measureOf(question))));
    m_key->blockSignals(false);
    m_measure->blockSignals(false);
    m_model->setQuestion(question);
}

void TallyChoices::choose()
{
    const auto key = meantBy<TallyKey>(compare::kTallyKeyWords, m_key->currentData().toString());
    const auto measure =
        meantBy<TallyMeasure>(compare::kTallyMeasureWords, m_measure->currentData().toString());
    if (key && measure) {
        const TallyQuestion question{.by = m_kind, .key = *key, .measure = *measure};
        m_chosen.insert(static_cast<int>(m_kind), question);
        m_model->setQuestion(question);
        emit chosen();
    }
}

void TallyChoices::setKind(TallyBy by)
{
    m_kind = by;
    show();
}

QString TallyChoices::sentence(const QString& letterA, const QString& letterB) const
{
    const auto* result = m_model->result();
    const auto* comparison = result != nullptr ? result->comparison() : nullptr;
    if (comparison == nullptr) {
        return {};
    }
    const compare::Amounts& total = comparison->total.of(comparison->measure);
    const auto amount = [&](std::int64_t number) {
        return data::text(compare::amountText(comparison->measure, number));
    };
    return tr("%1 of %2 in the window, %3 in %4, %5 in %6 · %7")
        .arg(
            titleOfMeasure(comparison->measure),
            data::text(compare::pluralOf(comparison->by)),
            amount(total.a),
            letterA,
            amount(total.b),
            letterB,
            data::counted(comparison->count, tr("row"), tr("rows")));
}

QStringList TallyChoices::settings() const
{
    QStringList settings;
    for (const TallyQuestion& one : m_chosen) {
        settings
            << QStringList{wordOf(one.by), wordIn(compare::kTallyKeyWords, compare::keyOf(one)), wordIn(compare::kTallyMeasureWords, compare::measureOf(one))}
                   .join(QLatin1Char(' '));
    }
    return settings;
}

void TallyChoices::applySettings(const QStringList& settings)
{
    for (const QString& line : settings) {
        const QStringList words = line.split(QLatin1Char(' '));
        const auto by = kindOf(words.value(0));
        const auto key = meantBy<TallyKey>(compare::kTallyKeyWords, words.value(1));
        const auto measure = meantBy<TallyMeasure>(compare::kTallyMeasureWords, words.value(2));
        if (!by || !key || !measure) {
            continue;
        }
        const TallyQuestion question{.by = *by, .key = *key, .measure = *measure};
        if (compare::mistakeOf(question).empty()) {
            m_chosen.insert(static_cast<int>(*by), question);
        }
    }
    show();
}

}  // namespace vellum::gui::shell
