// The dialog that filters functions.

#include "common/query/selection_words.h"
#include "gui/data/group_names.h"
#include "gui/data/wording.h"
#include "gui/shell/filter_dialog.h"
#include "gui/shell/filter_parts.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>
#include <set>
#include <unordered_set>
#include <utility>

namespace vellum::gui::shell {

FunctionFilterDialog::FunctionFilterDialog(
    data::DataSource& source,
    std::shared_ptr<const data::Trace> trace,
    models::ViewHistory& view,
    QWidget* parent)
    : QDialog(parent)
    , m_trace(std::move(trace))
    , m_view(view)
    , m_name(new QLineEdit)
    , m_regex(new QCheckBox(tr("regular expression")))
    , m_group(new QComboBox)
    , m_others(new QCheckBox(tr("all others instead of these")))
    , m_atLeast(new QSpinBox)
    , m_atMost(new QSpinBox)
    , m_longestAtLeast(new QLineEdit)
    , m_longestAtMost(new QLineEdit)
    , m_slot(source, m_trace->id)
    , m_joined(new QComboBox)
    , m_note(new QLabel)
    , m_apply(new QPushButton(tr("Add rule")))
{
    setWindowTitle(tr("Filter functions"));
    m_name->setPlaceholderText(tr("A part of the name"));
    m_name->setAccessibleName(tr("Functions by name"));
    makeBoxesVisible(*m_regex);
    makeBoxesVisible(*m_others);
    m_apply->setDefault(true);
    m_group->addItem(tr("any group"));
    std::set<FunctionGroup> groups;
    for (const Region& region : m_trace->definitions->regions) {
        groups.insert(region.group);
    }
    const data::GroupNames names = data::groupNames(*m_trace->definitions);
    for (const FunctionGroup group : groups) {
        m_group->addItem(data::nameOf(names, group), static_cast<int>(group));
    }
    m_joined->addItems({tr("any of the rules"), tr("all of the rules")});
    m_joined->setCurrentIndex(m_view.filters().anyFunction() ? 0 : 1);
    auto* form = new QFormLayout;
    form->addRow(tr("Name"), m_name);
    form->addRow(QString(), m_regex);
    form->addRow(tr("Group"), m_group);
    form->addRow(tr("Called"), makeCalls());
    form->addRow(tr("Longest visit"), makeDurations());
    form->addRow(QString(), m_others);
    form->addRow(tr("Stands out what fits"), m_joined);
    m_note->setWordWrap(true);
    auto* buttons = closeButton(this);
    buttons->addButton(m_apply, QDialogButtonBox::ActionRole);
    auto* layout = new QVBoxLayout(this);
    layout->addLayout(form);
    layout->addWidget(m_note);
    layout->addStretch(1);
    layout->addWidget(buttons);
    resize(480, 360);
    connect(m_name, &QLineEdit::textChanged, this, &FunctionFilterDialog::onRuleChanged);
    connect(m_regex, &QCheckBox::toggled, this, &FunctionFilterDialog::onRuleChanged);
    connect(m_others, &QCheckBox::toggled, this, &FunctionFilterDialog::onRuleChanged);
    connect(m_group, &QComboBox::currentIndexChanged, this, &FunctionFilterDialog::onRuleChanged);
    connect(m_joined, &QComboBox::activated, this, [this](int index) {
        m_view.setFilters(
            std::make_shared<const models::FilterSet>(
                *m_trace->definitions, m_view.filters().filters(), index == 0),
            tr("filter functions"));
    });
    connect(m_apply, &QPushButton::clicked, this, &FunctionFilterDialog::apply);
    m_slot.setHandler([this](const auto& answer, const Error&) {
        const auto* profile = answer ? std::get_if<query::Profile>(answer.get()) : nullptr;
        if (profile != nullptr) {
            m_profile = std::shared_ptr<const query::Profile>(answer, profile);
            onRuleChanged();
            for (QWidget* widget : std::initializer_list<QWidget*>{
                     m_atLeast, m_atMost, m_longestAtLeast, m_longestAtMost}) {
                widget->setEnabled(true);
            }
        }
    });
    m_slot.ask(query::ProfileRequest{.scope = {.window = m_trace->info.range}});
    onRuleChanged();
}

/// What is called how often is known once the whole trace's profile has been answered.
QLayout* FunctionFilterDialog::makeCalls()
{
    constexpr int kMostCalls = 2'000'000'000;
    auto* line = new QHBoxLayout;
    m_atLeast->setRange(0, kMostCalls);
    m_atLeast->setAccessibleName(tr("Called at least so many times"));
    m_atMost->setRange(0, kMostCalls);
    m_atMost->setSpecialValueText(tr("any number"));
    m_atMost->setAccessibleName(tr("Called at most so many times"));
    for (QSpinBox* box : {m_atLeast, m_atMost}) {
        box->setGroupSeparatorShown(true);
        box->setEnabled(false);
        connect(box, &QSpinBox::valueChanged, this, &FunctionFilterDialog::onRuleChanged);
    }
    line->addWidget(new QLabel(tr("at least")));
    line->addWidget(m_atLeast);
    line->addWidget(new QLabel(tr("at most")));
    line->addWidget(m_atMost);
    line->addWidget(new QLabel(tr("times")));
    line->addStretch(1);
    return line;
}

/// Known with the profile, too.
QLayout* FunctionFilterDialog::makeDurations()
{
    auto* line = new QHBoxLayout;
    const auto add = [&](QLineEdit* field, const QString& label, const QString& name) {
        field->setPlaceholderText(tr("1 ms"));
        field->setAccessibleName(name);
        field->setEnabled(false);
        connect(field, &QLineEdit::textChanged, this, &FunctionFilterDialog::onRuleChanged);
        line->addWidget(new QLabel(label));
        line->addWidget(field);
    };
    add(m_longestAtLeast, tr("at least"), tr("Longest visit at least"));
    add(m_longestAtMost, tr("at most"), tr("Longest visit at most"));
    return line;
}

bool FunctionFilterDialog::limitsCalls() const
{
    return m_atLeast->value() > 0 || m_atMost->value() > 0 || !m_longestAtLeast->text().isEmpty()
           || !m_longestAtMost->text().isEmpty();
}

std::optional<Tick> FunctionFilterDialog::durationIn(const QLineEdit& field) const
{
    const QString text = field.text().remove(QLatin1Char(' '));
    if (text.isEmpty()) {
        return 0;
    }
    const auto ticks =
        query::parseTime(text.toStdString(), m_trace->definitions->clock, "the duration");
    return ticks.isOk() ? std::optional(ticks.value()) : std::nullopt;
}

QString FunctionFilterDialog::contradiction() const
{
    const auto sentence = [](const QString& most, const QString& least) {
        return tr("nothing fits: at most %1 is less than at least %2").arg(most, least);
    };
    if (m_atMost->value() > 0 && m_atMost->value() < m_atLeast->value()) {
        return sentence(m_atMost->text(), m_atLeast->text());
    }
    const bool areBoth = !m_longestAtLeast->text().isEmpty() && !m_longestAtMost->text().isEmpty();
    return areBoth && durationIn(*m_longestAtMost) < durationIn(*m_longestAtLeast)
               ? sentence(m_longestAtMost->text(), m_longestAtLeast->text())
               : QString();
}

bool FunctionFilterDialog::fitsCalls(const query::ProfileRow& row) const
{
    const auto atLeast = static_cast<std::uint64_t>(m_atLeast->value());
    const auto atMost = static_cast<std::uint64_t>(m_atMost->value());
    const bool isBounded = !m_longestAtMost->text().isEmpty();
    return row.visits >= atLeast && (atMost == 0 || row.visits <= atMost)
           && row.maxInclusive >= durationIn(*m_longestAtLeast).value_or(0)
           && (!isBounded || row.maxInclusive <= durationIn(*m_longestAtMost).value_or(0));
}

void FunctionFilterDialog::setCalls(
    std::uint64_t atLeast,
    std::uint64_t atMost,
    const QString& longestAtLeast,
    const QString& longestAtMost)
{
    m_atLeast->setValue(static_cast<int>(std::min<std::uint64_t>(atLeast, 2'000'000'000)));
    m_atMost->setValue(static_cast<int>(std::min<std::uint64_t>(atMost, 2'000'000'000)));
    m_longestAtLeast->setText(longestAtLeast);
    m_longestAtMost->setText(longestAtMost);
}

void FunctionFilterDialog::setRule(const QString& name, bool isRegex)
{
    m_regex->setChecked(isRegex);
    m_name->setText(name);
}

void FunctionFilterDialog::setGroup(std::optional<FunctionGroup> group)
{
    m_group->setCurrentIndex(group ? std::max(0, m_group->findData(static_cast<int>(*group))) : 0);
}

models::Filter FunctionFilterDialog::filter() const
{
    const Definitions& definitions = *m_trace->definitions;
    auto functions = std::make_shared<std::unordered_set<RegionRef>>(
        models::functionsNamed(definitions, m_name->text(), m_regex->isChecked()));
    const bool isOfGroup = m_group->currentIndex() > 0;
    const auto group = static_cast<FunctionGroup>(m_group->currentData().toInt());
    std::erase_if(*functions, [&](RegionRef ref) {
        const Region* region = definitions.find(ref);
        return isOfGroup && region != nullptr && region->group != group;
    });
    QStringList what;
    if (m_profile && limitsCalls()) {
        std::unordered_set<RegionRef> fits;
        for (const query::ProfileRow& row : m_profile->rows) {
            if (fitsCalls(row)) {
                fits.insert(RegionRef(row.key.value));
            }
        }
        std::erase_if(*functions, [&fits](RegionRef ref) { return !fits.contains(ref); });
    }
    if (isOfGroup) {
        what << m_group->currentText();
    }
    if (!m_name->text().isEmpty()) {
        what << QStringLiteral("“%1”").arg(m_name->text());
    }
    if (m_atLeast->value() > 0) {
        what << tr("called ≥ %1×")
                    .arg(data::grouped(static_cast<std::uint64_t>(m_atLeast->value())));
    }
    if (m_atMost->value() > 0) {
        what
            << tr("called ≤ %1×").arg(data::grouped(static_cast<std::uint64_t>(m_atMost->value())));
    }
    if (!m_longestAtLeast->text().isEmpty()) {
        what << tr("longest ≥ %1").arg(m_longestAtLeast->text());
    }
    if (!m_longestAtMost->text().isEmpty()) {
        what << tr("longest ≤ %1").arg(m_longestAtMost->text());
    }
    if (m_others->isChecked()) {
        auto others = std::make_shared<std::unordered_set<RegionRef>>();
        for (const Region& region : definitions.regions) {
            if (!functions->contains(region.ref)) {
                others->insert(region.ref);
            }
        }
        functions = std::move(others);
    }
    return {
        .kind = models::Filter::Kind::Functions,
        .text = (m_others->isChecked() ? tr("all functions but %1") : tr("functions %1"))
                    .arg(what.join(QLatin1Char(' '))),
        .functions = std::move(functions)};
}

void FunctionFilterDialog::onRuleChanged()
{
    const bool isEmpty = m_name->text().isEmpty() && m_group->currentIndex() == 0 && !limitsCalls();
    const QRegularExpression expression(m_regex->isChecked() ? m_name->text() : QString());
    m_apply->setEnabled(!isEmpty && expression.isValid());
    for (const QLineEdit* field : {m_longestAtLeast, m_longestAtMost}) {
        if (!durationIn(*field)) {
            m_apply->setEnabled(false);
            m_note->setText(tr("not a duration: %1").arg(field->text()));
            return;
        }
    }
    if (!expression.isValid()) {
        m_note->setText(tr("not understood: %1").arg(expression.errorString()));
        return;
    }
    if (const QString why = contradiction(); !why.isEmpty()) {
        m_apply->setEnabled(false);
        m_note->setText(why);
        return;
    }
    m_note->setText(
        isEmpty ? tr("Say which functions: all that is asked for has to fit.")
                : fitSentence(*filter().functions));
}

/// Traces define functions that they never enter: of 281, 7 may be called.
QString FunctionFilterDialog::fitSentence(const std::unordered_set<RegionRef>& functions) const
{
    QString fit =
        tr("%1 of %2 fit")
            .arg(
                data::grouped(functions.size()),
                data::counted(
                    m_trace->definitions->regions.size(), tr("function"), tr("functions")));
    if (!m_profile) {
        return fit;
    }
    const auto called =
        std::ranges::count_if(m_profile->rows, [&functions](const query::ProfileRow& row) {
            return row.visits > 0 && functions.contains(RegionRef(row.key.value));
        });
    return tr("%1, %2 of them called").arg(fit, data::grouped(static_cast<std::uint64_t>(called)));
}

void FunctionFilterDialog::apply()
{
    if (m_apply->isEnabled()) {
        m_view.addFilter(*m_trace->definitions, filter(), tr("filter functions"));
    }
}

}  // namespace vellum::gui::shell
