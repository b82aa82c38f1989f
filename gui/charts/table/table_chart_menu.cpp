// What can be chosen in a TableChart's menu, and how it is kept.

#include "common/query/questions.h"
#include "common/table/access.h"
#include "gui/charts/table/spoken.h"
#include "gui/charts/table/table_chart.h"
#include "gui/data/wording.h"
#include "gui/models/timeline_layers.h"

#include <QAction>
#include <QMenu>

#include <algorithm>

namespace vellum::gui::charts {

namespace {

constexpr QLatin1String kQuestion("question");

}  // namespace

void TableChart::fillMenu(QMenu& menu)
{
    // Made anew each time it opens: what is chosen needs no group to turn the others off.
    for (const table::Schema* question : query::tableQuestions()) {
        QAction* action = menu.addAction(spoken(question->name), this, [this, question] {
            recordChoice(tr("table"), [this, question] { setQuestion(*question); });
        });
        action->setCheckable(true);
        action->setChecked(question == m_question);
        action->setEnabled(
            !query::needsValues(*question) || models::hasValues(*m_context.trace->definitions));
    }
    for (const table::Column& option : m_question->columns) {
        if (!option.words.empty()) {
            addOption(menu, option);
        }
    }
    menu.addSeparator();
    m_table->fillMenu(
        menu,
        data::text(m_question->name),
        [this](const QString& action, const std::function<void()>& change) {
            recordChoice(action, change);
        });
}

void TableChart::addOption(QMenu& menu, const table::Column& option)
{
    menu.addSection(spoken(option.name));
    for (std::size_t i = 0; i < option.words.size(); ++i) {
        const QString word = spoken(option.words[i]);
        QAction* action = menu.addAction(word, this, [this, &option, i, word] {
            recordChoice(word.toLower(), [this, &option, i] { setOption(option, i); });
        });
        action->setCheckable(true);
        action->setChecked(table::wholeAt(option, m_options.row()) == i);
    }
}

QVariantMap TableChart::settings() const
{
    QVariantMap settings = m_table->settings();
    settings.insert(kQuestion, data::text(m_question->name));
    for (const table::Column& option : m_question->columns) {
        if (!option.words.empty()) {
            settings.insert(
                data::text(option.name),
                data::text(option.words[table::wholeAt(option, m_options.row())]));
        }
    }
    return settings;
}

void TableChart::applySettings(const QVariantMap& settings)
{
    const std::string name = settings.value(kQuestion).toString().toStdString();
    if (const table::Schema* question = query::findTableQuestion(name)) {
        setQuestion(*question);
    }
    for (const table::Column& option : m_question->columns) {
        const std::string word = settings.value(data::text(option.name)).toString().toStdString();
        const auto found = std::ranges::find(option.words, word);
        if (found != option.words.end()) {
            setOption(option, static_cast<std::uint64_t>(found - option.words.begin()));
        }
    }
    m_table->applySettings(settings);
}

}  // namespace vellum::gui::charts
