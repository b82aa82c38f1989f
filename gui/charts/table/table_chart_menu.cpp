// What can be chosen in a TableChart's menu, and how it is kept.

#include "common/query/questions.h"
#include "common/table/access.h"
#include "gui/charts/table/answer_model.h"
#include "gui/charts/table/table_chart.h"
#include "gui/data/wording.h"
#include "gui/models/timeline_layers.h"

#include <QAction>
#include <QFileDialog>
#include <QHeaderView>
#include <QMenu>
#include <QSaveFile>
#include <QTableView>

#include <algorithm>

namespace vellum::gui::charts {

namespace {

constexpr QLatin1String kQuestion("question");
constexpr QLatin1String kSortedBy("sortedBy");
constexpr QLatin1String kDescending("descending");
constexpr QLatin1String kColumns("columns");

QString spoken(std::string_view name)
{
    QString text = data::text(name);
    text.replace(u'-', u' ').replace(u'_', u' ');
    return text.replace(0, 1, text.left(1).toUpper());
}

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
            !question->name.starts_with("values-")
            || models::hasValues(*m_context.trace->definitions));
    }
    for (const table::Column& option : m_question->columns) {
        if (!option.words.empty()) {
            addOption(menu, option);
        }
    }
    menu.addSeparator();
    addColumnsMenu(menu);
    menu.addAction(tr("&Copy rows"), this, [this] { copyRows(); });
    menu.addAction(tr("Save as CS&V…"), this, [this] { saveCsv(); });
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

void TableChart::addColumnsMenu(QMenu& menu)
{
    QMenu* columns = menu.addMenu(tr("C&olumns"));
    columns->setEnabled(m_model->columnCount() > 0);
    for (int column = 0; column < m_model->columnCount(); ++column) {
        const QString name =
            m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
        QAction* action = columns->addAction(name, this, [this, column, name](bool isShown) {
            recordChoice(tr("column %1").arg(name), [this, column, isShown] {
                m_shownColumns.insert(m_model->keyOf(column), isShown);
                applyHidden();
            });
        });
        action->setCheckable(true);
        action->setChecked(!isHidden(column));
    }
}

void TableChart::saveCsv()
{
    auto* dialog = new QFileDialog(this, tr("Save the table as CSV"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("csv"));
    dialog->selectFile(data::text(m_question->name) + QStringLiteral(".csv"));
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
        QSaveFile file(path);
        const QByteArray csv = m_model->csv();
        const bool isWritten = file.open(QIODevice::WriteOnly)
                               && file.setPermissions(QFile::ReadOwner | QFile::WriteOwner)
                               && file.write(csv) == csv.size() && file.commit();
        m_error =
            isWritten ? QString() : tr("%1 could not be written: %2").arg(path, file.errorString());
        emit changed();
    });
    dialog->open();
}

QVariantMap TableChart::settings() const
{
    QVariantMap settings = {{kQuestion, data::text(m_question->name)}, {kColumns, m_shownColumns}};
    for (const table::Column& option : m_question->columns) {
        if (!option.words.empty()) {
            settings.insert(
                data::text(option.name),
                data::text(option.words[table::wholeAt(option, m_options.row())]));
        }
    }
    const QHeaderView* header = m_view->horizontalHeader();
    const QString sortedBy = m_model->keyOf(header->sortIndicatorSection());
    if (!sortedBy.isEmpty()) {
        settings.insert(kSortedBy, sortedBy);
        settings.insert(kDescending, header->sortIndicatorOrder() == Qt::DescendingOrder);
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
    if (settings.contains(kColumns)) {
        m_shownColumns = settings.value(kColumns).toMap();
        applyHidden();
    }
    if (settings.contains(kSortedBy)) {
        m_sortedByKey = settings.value(kSortedBy).toString();
        m_sortsDown = settings.value(kDescending).toBool();
        applySorting();
    }
}

void TableChart::applySorting()
{
    const int column = m_model->columnOf(m_sortedByKey);
    if (column >= 0) {
        m_view->sortByColumn(column, m_sortsDown ? Qt::DescendingOrder : Qt::AscendingOrder);
        m_sortedByKey.clear();
    }
}

}  // namespace vellum::gui::charts
