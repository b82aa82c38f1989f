#include "gui/shell/process_map_dialog.h"

#include "gui/data/wording.h"
#include "gui/shell/compare_tab.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QStyledItemDelegate>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace vellum::gui::shell {

namespace {

using compare::MappedPair;
using compare::ProcessMap;
using compare::RunProcesses;

constexpr int kWidthPx = 560;
constexpr int kHeightPx = 420;
constexpr int kPartner = 1;  ///< column
constexpr int kMostNamed = 5;

QStringList namesOf(const RunProcesses& run)
{
    QStringList names;
    for (const RunProcesses::Process& process : run.processes) {
        names << data::text(process.name);
    }
    return names;
}

/// A list of the processes of B where a cell is changed.
class PartnerDelegate : public QStyledItemDelegate {
public:
    PartnerDelegate(QStringList names, QObject* parent)
        : QStyledItemDelegate(parent)
        , m_names(std::move(names))
    {
    }

    QWidget* createEditor(
        QWidget* parent,
        const QStyleOptionViewItem& /*option*/,
        const QModelIndex& /*index*/) const override
    {
        auto* list = new QComboBox(parent);
        list->addItem(ProcessMapDialog::tr("(none)"), QString());
        for (const QString& name : m_names) {
            list->addItem(name, name);
        }
        return list;
    }
    void setEditorData(QWidget* editor, const QModelIndex& index) const override
    {
        auto* list = static_cast<QComboBox*>(editor);
        list->setCurrentIndex(std::max(0, list->findData(index.data().toString())));
    }
    void setModelData(
        QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const override
    {
        model->setData(index, static_cast<QComboBox*>(editor)->currentData().toString());
    }

private:
    QStringList m_names;
};

}  // namespace

ProcessMapDialog::ProcessMapDialog(CompareTab& comparison, QWidget* parent)
    : QDialog(parent)
    , m_comparison(comparison)
    , m_rule(new QComboBox)
    , m_table(new QTableWidget)
    , m_notes(new QLabel)
{
    const models::Differences& sides = comparison.differences().differences();
    if (sides.hasSides()) {
        m_a = compare::processesOf(*sides.a().trace->definitions);
        m_b = compare::processesOf(*sides.b().trace->definitions);
    }
    setWindowTitle(tr("Processes of the two traces"));
    resize(kWidthPx, kHeightPx);
    m_rule->addItems(
        {tr("As is likely: by name, then in order"),
         tr("By rank: the first to the first"),
         tr("By name alone"),
         tr("Folded: several of the larger run to one")});
    m_rule->setAccessibleName(tr("How processes are matched"));
    m_table->setColumnCount(2);
    m_table->setHorizontalHeaderLabels(
        {sides.hasSides() ? sides.a().letter : QString(),
         sides.hasSides() ? sides.b().letter : QString()});
    m_table->verticalHeader()->hide();
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    m_table->setAccessibleName(tr("Which process belongs to which"));
    m_table->setItemDelegateForColumn(kPartner, new PartnerDelegate(namesOf(m_b), this));
    m_notes->setWordWrap(true);
    m_notes->setTextFormat(Qt::PlainText);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    auto* forget = buttons->addButton(tr("&As the rule has it"), QDialogButtonBox::ResetRole);
    auto* form = new QFormLayout;
    form->addRow(tr("&Rule"), m_rule);
    auto* layout = new QVBoxLayout(this);
    layout->addLayout(form);
    layout->addWidget(m_table, 1);
    layout->addWidget(m_notes);
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(forget, &QPushButton::clicked, this, &ProcessMapDialog::forgetEdits);
    connect(m_rule, &QComboBox::activated, this, &ProcessMapDialog::chooseRule);
    connect(m_table, &QTableWidget::cellChanged, this, [this](int row, int column) {
        if (!m_isShowing && column == kPartner) {
            choosePartner(row, m_table->item(row, column)->text());
        }
    });
    connect(&comparison, &CompareTab::processMapChanged, this, &ProcessMapDialog::showMap);
    showMap();
}

/// Where several belong to one all of them are named.
void ProcessMapDialog::showMap()
{
    m_isShowing = true;
    const ProcessMap& map = m_comparison.processMap();
    m_rule->setCurrentIndex(static_cast<int>(map.by));
    m_table->setRowCount(static_cast<int>(m_a.processes.size()));
    std::vector<QStringList> partners(m_a.processes.size());
    for (const MappedPair& pair : compare::mapProcesses(m_a, m_b, map)) {
        if (pair.a && pair.b) {
            partners[*pair.a] << data::text(m_b.processes[*pair.b].name);
        }
    }
    for (std::size_t i = 0; i < partners.size(); ++i) {
        const int row = static_cast<int>(i);
        auto* name = new QTableWidgetItem(data::text(m_a.processes[i].name));
        name->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
        m_table->setItem(row, 0, name);
        auto* partner = new QTableWidgetItem(partners[i].join(QStringLiteral(", ")));
        QFont font = m_table->font();
        const bool isEdited =
            std::ranges::find(map.edits, m_a.processes[i].name, &compare::MapEdit::a)
            != map.edits.end();
        font.setBold(isEdited);
        partner->setFont(font);
        partner->setToolTip(isEdited ? tr("chosen by hand") : QString());
        m_table->setItem(row, kPartner, partner);
    }
    m_notes->setText(notes());
    m_isShowing = false;
}

QString ProcessMapDialog::notes() const
{
    const ProcessMap& map = m_comparison.processMap();
    QStringList alone;
    std::size_t count = 0;
    for (const MappedPair& pair : compare::mapProcesses(m_a, m_b, map)) {
        if (!pair.a && count++ < kMostNamed) {
            alone << data::text(m_b.processes[*pair.b].name);
        }
    }
    const QString letter = m_table->horizontalHeaderItem(kPartner)->text();
    QStringList sentences;
    if (count > 0) {
        sentences << tr("Only in %1: %2%3.")
                         .arg(
                             letter,
                             alone.join(QStringLiteral(", ")),
                             count > kMostNamed ? QStringLiteral(", …") : QString());
    }
    if (!map.edits.empty()) {
        sentences << tr("Chosen by hand: %1.").arg(data::grouped(map.edits.size()));
    }
    return sentences.join(QLatin1Char(' '));
}

void ProcessMapDialog::chooseRule(int rule)
{
    ProcessMap map = m_comparison.processMap();
    map.by = static_cast<compare::MapBy>(rule);
    m_comparison.setProcessMap(map);
}

void ProcessMapDialog::choosePartner(int row, const QString& name)
{
    ProcessMap map = m_comparison.processMap();
    const std::string& of = m_a.processes[static_cast<std::size_t>(row)].name;
    std::erase_if(map.edits, [&of](const compare::MapEdit& edit) { return edit.a == of; });
    std::string partner;
    for (const RunProcesses::Process& process : m_b.processes) {
        partner = data::text(process.name) == name ? process.name : partner;
    }
    map.edits.push_back({.a = of, .b = partner});
    m_comparison.setProcessMap(map);
}

void ProcessMapDialog::forgetEdits()
{
    m_comparison.setProcessMap({.by = m_comparison.processMap().by, .edits = {}});
}

}  // namespace vellum::gui::shell
