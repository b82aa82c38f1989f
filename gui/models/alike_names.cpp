#include "gui/models/alike_names.h"

#include "gui/data/group_names.h"
#include "gui/data/wording.h"

#include <QHash>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <variant>

namespace vellum::gui::models {

namespace {

constexpr std::size_t kTellings = 4;

std::array<QString, kTellings> tellingsOf(const Region& region)
{
    const std::string line = region.sourceFile.empty()
                                 ? std::string()
                                 : region.sourceFile.substr(region.sourceFile.rfind('/') + 1) + ':'
                                       + std::to_string(region.beginLine);
    return {
        data::kindName(region),
        data::text(name(region.paradigm)),
        QString::fromStdString(line),
        QString::fromStdString(region.description)};
}

/// "thread 7" and "thread 8" of "thread 7 of process 7" and "thread 8 of process 7".
void leaveOutCommonEnd(std::vector<QString>& words)
{
    const QLatin1Char space(' ');
    const auto endOf = [&](const QString& word) { return word.mid(word.lastIndexOf(space)); };
    const auto endsLikeTheFirst = [&](const QString& word) {
        return word.contains(space) && endOf(word) == endOf(words.front());
    };
    while (std::ranges::all_of(words, endsLikeTheFirst)) {
        for (QString& word : words) {
            word.truncate(word.lastIndexOf(space));
        }
    }
}

QString joined(const QString& note, const QString& word)
{
    return note.isEmpty() || word.isEmpty() ? note + word : note + QStringLiteral(", ") + word;
}

QHash<QString, int> countsOf(const std::vector<QString>& words)
{
    QHash<QString, int> counts;
    for (const QString& word : words) {
        ++counts[word];
    }
    return counts;
}

bool isOnDevice(const Location& location, const Definitions& definitions)
{
    const LocationGroup* group = definitions.find(location.group);
    return location.type == LocationType::AcceleratorStream
           || (group != nullptr && group->type == LocationGroupType::Accelerator);
}

}  // namespace

AlikeNames::AlikeNames(
    data::DataSource& source, std::shared_ptr<const data::Trace> trace, QObject* parent)
    : QObject(parent)
    , m_trace(std::move(trace))
    , m_slot(source, m_trace->id)
{
    QHash<QString, std::vector<const Region*>> byName;
    for (const Region& region : m_trace->definitions->regions) {
        byName[data::shortName(region.name)].push_back(&region);
    }
    for (const std::vector<const Region*>& alike : std::as_const(byName)) {
        if (alike.size() > 1) {
            tellApart(alike);
        }
    }
    m_slot.setHandler([this](const auto& answer, const Error&) {
        const auto* hits = answer ? std::get_if<query::SearchHits>(answer.get()) : nullptr;
        if (hits != nullptr) {
            take(*hits);
        }
        m_wanted.pop_front();
        askForNext();
        emit changed();
    });
}

/// By the first thing that is not the same in all of them, and the next while some are still alike.
void AlikeNames::tellApart(const std::vector<const Region*>& alike)
{
    std::vector<QString> notes(alike.size());
    QHash<QString, int> told = countsOf(notes);
    for (std::size_t telling = 0;
         telling < kTellings && told.size() < static_cast<qsizetype>(alike.size());
         ++telling) {
        std::vector<QString> words;
        words.reserve(alike.size());
        for (const Region* region : alike) {
            words.push_back(tellingsOf(*region).at(telling));
        }
        if (countsOf(words).size() == 1) {
            continue;
        }
        if (telling + 1 == kTellings) {
            leaveOutCommonEnd(words);
        }
        std::ranges::transform(notes, words, notes.begin(), joined);
        told = countsOf(notes);
    }
    std::unordered_map<std::string_view, int> whole;
    for (const Region* region : alike) {
        ++whole[region->name];
    }
    for (std::size_t i = 0; i < notes.size(); ++i) {
        m_notes[alike[i]->ref] = notes[i];
        // Others may have other names in full, which a tip shows.
        const bool isTold = !notes[i].isEmpty() && told[notes[i]] == 1;
        if (!isTold && whole[alike[i]->name] > 1) {
            m_open.insert(alike[i]->ref);
        }
    }
}

QString AlikeNames::note(RegionRef region) const
{
    const auto found = m_notes.find(region);
    return found == m_notes.end() ? QString() : found->second;
}

void AlikeNames::want(RegionRef region)
{
    if (m_asked == kMostAsked || m_open.erase(region) == 0) {
        return;
    }
    ++m_asked;
    m_wanted.push_back(region);
    if (m_wanted.size() == 1) {
        askForNext();
    }
}

void AlikeNames::askForNext()
{
    if (m_wanted.empty()) {
        return;
    }
    query::SearchRequest request{.scope = {.window = m_trace->info.range}, .limit = 1};
    query::VisitFilter visits;
    visits.regions = {m_wanted.front()};
    request.scope.filter.visits.push_back(std::move(visits));
    m_slot.ask(std::move(request));
}

void AlikeNames::take(const query::SearchHits& hits)
{
    const Location* location =
        hits.hits.empty() ? nullptr : m_trace->definitions->find(hits.hits.front().location);
    if (location == nullptr) {
        return;
    }
    QString& note = m_notes[m_wanted.front()];
    note = joined(note, isOnDevice(*location, *m_trace->definitions) ? tr("device") : tr("host"));
}

}  // namespace vellum::gui::models
