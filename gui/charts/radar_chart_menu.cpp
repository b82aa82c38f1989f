// What can be chosen in a RadarChart's menu, and how it is kept.

#include "gui/charts/radar_chart.h"
#include "gui/data/group_names.h"
#include "gui/data/wording.h"

#include <QActionGroup>
#include <QInputDialog>
#include <QMenu>

#include <algorithm>
#include <set>

namespace vellum::gui::charts {

namespace {

constexpr std::size_t kMostInRadarMenu = 60;

constexpr QLatin1String kWhat("what");
constexpr QLatin1String kKind("kind");
constexpr QLatin1String kCurve("curve");
constexpr QLatin1String kAllRows("allRows");
constexpr QLatin1String kRowsAs("rowsAs");
constexpr QLatin1String kFunctionTime("functionTime");
constexpr QLatin1String kGroupTime("groupTime");

constexpr QLatin1String kStrips("strips");
constexpr QLatin1String kLines("lines");
constexpr QLatin1String kInclusive("inclusive");
constexpr QLatin1String kExclusive("exclusive");

QString nameOfTime(RadarChart::Time time)
{
    return time == RadarChart::Time::Inclusive ? kInclusive : kExclusive;
}

/// \p instead of what is no name of one.
RadarChart::Time timeNamed(const QVariant& name, RadarChart::Time instead)
{
    return name == kInclusive   ? RadarChart::Time::Inclusive
           : name == kExclusive ? RadarChart::Time::Exclusive
                                : instead;
}
constexpr QLatin1String kFollows("follows");
constexpr QLatin1String kShown("shown");
constexpr QLatin1String kIsChosen("isChosen");

QString plain(QString text)
{
    return text.replace(QLatin1Char('&'), QLatin1String("&&"));
}

}  // namespace

void RadarChart::fillMenu(QMenu& menu)
{
    fillGroupMenu(*menu.addMenu(tr("Function &group")));
    menu.addAction(tr("Find &function…"), this, [this] { chooseFunction(); });
    fillCounterMenu(*menu.addMenu(tr("&Counter")));
    QAction* follows = menu.addAction(tr("Follow &what stands out"));
    follows->setCheckable(true);
    follows->setChecked(m_followsHighlight && !m_isChosen);
    connect(follows, &QAction::triggered, this, [this](bool on) {
        recordChoice(
            on ? tr("follow what stands out") : tr("no longer follow what stands out"),
            [this, on] { setFollowsHighlight(on); });
    });
    QAction* all = menu.addAction(tr("Also rows with&out any"));
    all->setCheckable(true);
    all->setChecked(m_showsAll);
    connect(all, &QAction::triggered, this, [this](bool on) {
        recordChoice(on ? tr("also rows without any") : tr("only rows that have some"), [this, on] {
            setShowsAll(on);
        });
    });
    fillTimeMenu(*menu.addMenu(tr("&Time")));
    fillRowsMenu(*menu.addMenu(tr("&Rows as")));
    menu.addSeparator();
    auto* curves = new QActionGroup(&menu);
    const auto add = [&](const QString& text, const QString& name, Curve curve) {
        QAction* action = menu.addAction(text, this, [this, name, curve] {
            recordChoice(name, [this, curve] { setCurve(curve); });
        });
        action->setCheckable(true);
        action->setChecked(m_curve == curve);
        curves->addAction(action);
    };
    add(tr("&Average of all rows"), tr("average of all rows"), Curve::Average);
    add(tr("&Sum of all rows"), tr("sum of all rows"), Curve::Sum);
    add(tr("&No curve"), tr("no curve"), Curve::None);
}

void RadarChart::choose(const What& what)
{
    recordChoice(tr("what is shown"), [this, &what] { setWhat(what); });
}

void RadarChart::fillTimeMenu(QMenu& menu)
{
    auto* times = new QActionGroup(&menu);
    const auto add = [&](const QString& text, const QString& name, Time time) {
        QAction* action = menu.addAction(text, this, [this, name, time] {
            recordChoice(name, [this, time] { setTime(time); });
        });
        action->setCheckable(true);
        action->setChecked(timeOfWhat() == time);
        times->addAction(action);
    };
    add(tr("&Inclusive, with what it calls"), tr("inclusive time"), Time::Inclusive);
    add(tr("&Exclusive, on top of the stack"), tr("exclusive time"), Time::Exclusive);
    menu.setEnabled(!isCounter());
}

void RadarChart::fillRowsMenu(QMenu& menu)
{
    auto* looks = new QActionGroup(&menu);
    const auto add = [&](const QString& text, const QString& name, RowsAs rowsAs) {
        QAction* action = menu.addAction(text, this, [this, name, rowsAs] {
            recordChoice(name, [this, rowsAs] { setRowsAs(rowsAs); });
        });
        action->setCheckable(true);
        action->setChecked(m_rowsAs == rowsAs);
        looks->addAction(action);
    };
    add(tr("&Heat strips"), tr("heat strips"), RowsAs::Strips);
    add(tr("&Lines"), tr("lines"), RowsAs::Lines);
}

void RadarChart::fillGroupMenu(QMenu& menu)
{
    const auto& visits = trace().info.visitsOf;
    const data::GroupNames names = data::groupNames(*trace().definitions);
    for (std::size_t i = 0; i < std::min<std::size_t>(visits.size(), kFunctionGroupCount); ++i) {
        if (visits[i] == 0) {
            continue;
        }
        const auto group = static_cast<FunctionGroup>(i);
        QAction* action = menu.addAction(data::nameOf(names, group), this, [this, group] {
            choose({.kind = What::Kind::Group, .group = group});
        });
        action->setCheckable(true);
        action->setChecked(m_what.kind == What::Kind::Group && m_what.group == group);
    }
}

void RadarChart::fillCounterMenu(QMenu& menu)
{
    std::set<QString> known;
    for (const query::CounterRow& row : m_catalogue.rows()) {
        const MetricMember* metric = trace().definitions->find(row.metric);
        const QString name = metric != nullptr ? QString::fromStdString(metric->name) : QString();
        if (name.isEmpty() || known.size() >= kMostInRadarMenu || !known.insert(name).second) {
            continue;
        }
        QAction* action = menu.addAction(plain(name), this, [this, name] {
            choose({.kind = What::Kind::Counter, .name = name});
        });
        action->setCheckable(true);
        action->setChecked(isCounter() && m_what.name == name);
    }
    menu.setEnabled(!known.empty());
}

void RadarChart::chooseFunction()
{
    constexpr std::size_t kMostInList = 20'000;
    std::set<QString> names;
    for (const Region& region : trace().definitions->regions) {
        if (names.size() < kMostInList) {
            names.insert(QString::fromStdString(region.name));
        }
    }
    auto* dialog = new QInputDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Find a function in the performance radar"));
    dialog->setLabelText(tr("Function:"));
    dialog->setComboBoxItems({names.begin(), names.end()});
    dialog->setComboBoxEditable(true);
    connect(dialog, &QInputDialog::textValueSelected, this, [this](const QString& name) {
        recordChoice(tr("what is shown"), [this, &name] { setWhat(name); });
    });
    dialog->open();
}

QVariantMap RadarChart::whatSettings() const
{
    return {
        {kKind, static_cast<int>(m_what.kind)},
        {kWhat,
         m_what.kind == What::Kind::Group ? QString::number(static_cast<int>(m_what.group))
                                          : m_what.name}};
}

std::optional<RadarChart::What> RadarChart::whatIn(const QVariantMap& settings)
{
    const QString what = settings.value(kWhat).toString();
    const auto kind = settings.value(kKind, -1).toInt();
    const auto group = what.toUInt();
    if (kind == 0 && group < kFunctionGroupCount) {
        return What{.kind = What::Kind::Group, .group = static_cast<FunctionGroup>(group)};
    }
    if (kind == 1 || kind == 2) {
        return What{.kind = static_cast<What::Kind>(kind), .name = what};
    }
    return std::nullopt;
}

bool RadarChart::has(const What& what) const
{
    const Definitions& definitions = *trace().definitions;
    switch (what.kind) {
    case What::Kind::Group:
        return std::ranges::find(definitions.regions, what.group, &Region::group)
               != definitions.regions.end();
    case What::Kind::Function:
        return !regionsOf(what).empty();
    case What::Kind::Counter:
        break;
    }
    return std::ranges::find(
               definitions.metricMembers, what.name.toStdString(), &MetricMember::name)
           != definitions.metricMembers.end();
}

/// How what is shown is shown.
QVariantMap RadarChart::looks() const
{
    return {
        {kCurve, static_cast<int>(m_curve)},
        {kAllRows, m_showsAll},
        {kRowsAs, m_rowsAs == RowsAs::Lines ? kLines : kStrips},
        {kFunctionTime, nameOfTime(m_functionTime)},
        {kGroupTime, nameOfTime(m_groupTime)}};
}

QVariantMap RadarChart::settings() const
{
    QVariantMap settings = m_isChosen ? whatSettings() : QVariantMap();
    settings.insert(looks());
    settings.insert(kFollows, m_followsHighlight);
    return settings;
}

QVariantMap RadarChart::choices() const
{
    QVariantMap shown = whatSettings();
    shown.insert(kIsChosen, m_isChosen);
    QVariantMap all = looks();
    all.insert(kFollows, m_followsHighlight);
    all.insert(kShown, shown);
    return all;
}

void RadarChart::applySettings(const QVariantMap& settings)
{
    const QVariantMap before = looks();
    m_showsAll = settings.value(kAllRows, m_showsAll).toBool();
    m_functionTime = timeNamed(settings.value(kFunctionTime), m_functionTime);
    m_groupTime = timeNamed(settings.value(kGroupTime), m_groupTime);
    const QVariant rowsAs = settings.value(kRowsAs);
    m_rowsAs = rowsAs == kLines ? RowsAs::Lines : rowsAs == kStrips ? RowsAs::Strips : m_rowsAs;
    if (looks() != before) {
        chooseRows();
    }
    // A layout of another trace may name what this one has not: then it chooses by itself.
    if (const auto what = whatIn(settings)) {
        if (has(*what)) {
            setWhat(*what);
        }
    } else if (const QString name = settings.value(kWhat).toString();
               !name.isEmpty() && !settings.contains(kKind)) {
        setWhat(name);
    }
    m_followsHighlight = settings.value(kFollows, m_followsHighlight).toBool();
    if (settings.contains(kShown)) {
        restoreWhat(settings.value(kShown).toMap());
    }
    if (settings.contains(kCurve)) {
        const auto curve = settings.value(kCurve).toUInt();
        setCurve(curve <= 2 ? static_cast<Curve>(curve) : Curve::Average);
    }
}

/// Whether somebody chose it or not.
void RadarChart::restoreWhat(const QVariantMap& shown)
{
    m_isChosen = shown.value(kIsChosen).toBool();
    const What what = whatIn(shown).value_or(m_what);
    if (what != m_what) {
        m_what = what;
        forgetSize();
        chooseRows();
    }
    if (m_followsHighlight && !m_isChosen && context().selection.highlight()) {
        chooseByItself();
    }
}

}  // namespace vellum::gui::charts
