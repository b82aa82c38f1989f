// What can be chosen in a CounterChart's menu, and how it is kept.

#include "common/query/selection_words.h"
#include "gui/charts/counter_chart.h"
#include "gui/data/wording.h"

#include <QActionGroup>
#include <QMenu>

#include <algorithm>
#include <array>
#include <set>

namespace vellum::gui::charts {

namespace {

constexpr int kMostInMenu = 60;

constexpr QLatin1String kMetric("metric");
constexpr QLatin1String kLocations("locations");
constexpr QLatin1String kFits("fitsWindow");
constexpr QLatin1String kZero("startsAtZero");
constexpr QLatin1String kShares("sharesAxis");
constexpr QLatin1String kStyle("style");

struct StyleName {
    const char* name = nullptr;
    std::optional<painters::CurveStyle> style;
};

const std::array<StyleName, 4>& styles()
{
    static const std::array<StyleName, 4> kStyles = {
        StyleName{
            .name = QT_TRANSLATE_NOOP("vellum::gui::charts::CounterChart", "As the &mode says"),
            .style = {}},
        StyleName{
            .name = QT_TRANSLATE_NOOP("vellum::gui::charts::CounterChart", "&Steps"),
            .style = painters::CurveStyle::Steps},
        StyleName{
            .name = QT_TRANSLATE_NOOP("vellum::gui::charts::CounterChart", "L&ine"),
            .style = painters::CurveStyle::Line},
        StyleName{
            .name = QT_TRANSLATE_NOOP("vellum::gui::charts::CounterChart", "&Area"),
            .style = painters::CurveStyle::Area}};
    return kStyles;
}

QString plain(QString text)
{
    return text.replace(QLatin1Char('&'), QLatin1String("&&"));
}

}  // namespace

void CounterChart::fillMenu(QMenu& menu)
{
    fillMetrics(*menu.addMenu(tr("&Counter")), false);
    fillMetrics(*menu.addMenu(tr("A&dd or remove")), true);
    fillLocations(*menu.addMenu(tr("&Locations")));
    menu.addSeparator();
    const auto add = [&](const QString& text, bool isOn, auto run) {
        QAction* action = menu.addAction(text);
        action->setCheckable(true);
        action->setChecked(isOn);
        connect(action, &QAction::triggered, this, run);
    };
    add(tr("Axis from &zero"), m_startsAtZero, [this](bool on) {
        recordChoice(on ? tr("axis from zero") : tr("axis from the least value"), [this, on] {
            setStartsAtZero(on);
        });
    });
    add(tr("Axis of what is &visible"), m_fitsWindow, [this](bool on) {
        recordChoice(
            on ? tr("axis of what is visible") : tr("axis of the whole trace"),
            [this, on] { setFitsWindow(on); });
    });
    if (m_hasOthers) {
        add(tr("&One axis for all traces"), m_sharesAxis, [this](bool on) {
            recordChoice(on ? tr("one axis for all traces") : tr("an axis of its own"), [this, on] {
                setSharesAxis(on);
            });
        });
    }
    QMenu* looks = menu.addMenu(tr("&Style"));
    for (const StyleName& one : styles()) {
        QAction* action = looks->addAction(tr(one.name), this, [this, &one] {
            recordChoice(tr("style"), [this, &one] { setStyle(one.style); });
        });
        action->setCheckable(true);
        action->setChecked(m_style == one.style);
    }
}

void CounterChart::fillMetrics(QMenu& menu, bool adds)
{
    std::set<QString> known;
    for (const query::CounterRow& row : m_catalogue.rows()) {
        const QString name = metricName(row);
        const bool fits = !adds || unitOf(row) == m_unit;
        if (!fits || known.size() >= kMostInMenu || !known.insert(name).second) {
            continue;
        }
        const QString unit = QString::fromStdString(unitOf(row));
        QAction* action =
            menu.addAction(unit.isEmpty() ? plain(name) : tr("%1 (%2)").arg(plain(name), unit));
        action->setCheckable(true);
        action->setChecked(m_metrics.contains(name));
        connect(action, &QAction::triggered, this, [this, adds, name](bool isOn) {
            chooseMetric(name, adds, isOn);
        });
    }
    menu.setEnabled(!known.empty());
}

/// \param adds  to those that are shown, or takes it away from them; one is left
void CounterChart::chooseMetric(const QString& name, bool adds, bool isOn)
{
    QStringList names = adds ? m_metrics : QStringList();
    names.removeAll(name);
    if (isOn || !adds) {
        names.append(name);
    }
    if (!names.isEmpty()) {
        recordChoice(adds ? tr("counters") : tr("counter"), [this, &names] { setMetrics(names); });
    }
}

std::vector<LocationRef> CounterChart::recorders() const
{
    std::vector<LocationRef> found;
    for (const query::CounterRow& row : m_catalogue.rows()) {
        if (m_metrics.contains(metricName(row))
            && std::ranges::find(found, row.location) == found.end()) {
            found.push_back(row.location);
        }
    }
    return found;
}

void CounterChart::fillLocations(QMenu& menu)
{
    const std::vector<LocationRef> all = recorders();
    menu.setEnabled(!all.empty());
    menu.addAction(tr("&All (%1)").arg(data::grouped(all.size())), this, [this, all] {
        recordChoice(tr("all locations"), [this, &all] { setLocations(all); });
    });
    menu.addSeparator();
    std::set<LocationRef> shown;
    for (const Curve& curve : m_curves) {
        shown.insert(curve.known.location);
    }
    for (std::size_t i = 0; i < std::min<std::size_t>(all.size(), kMostInMenu); ++i) {
        const LocationRef ref = all[i];
        QAction* action = menu.addAction(plain(locationName(ref)));
        action->setCheckable(true);
        action->setChecked(shown.contains(ref));
        connect(action, &QAction::triggered, this, [this, ref, shown](bool isOn) {
            chooseLocation(ref, shown, isOn);
        });
    }
}

/// To those that are shown, or takes it away from them; one is left.
void CounterChart::chooseLocation(LocationRef ref, std::set<LocationRef> wanted, bool isOn)
{
    isOn ? (void)wanted.insert(ref) : (void)wanted.erase(ref);
    if (!wanted.empty()) {
        recordChoice(tr("locations"), [this, &wanted] {
            setLocations({wanted.begin(), wanted.end()});
        });
    }
}

QVariantMap CounterChart::settings() const
{
    QStringList locations;
    for (const LocationRef location : m_locations) {
        locations.append(QString::number(location.value()));
    }
    const auto style = std::ranges::find(styles(), m_style, &StyleName::style);
    return {
        {kMetric, m_metrics},
        {kLocations, locations},
        {kFits, m_fitsWindow},
        {kZero, m_startsAtZero},
        {kShares, m_sharesAxis},
        {kStyle, static_cast<int>(style - styles().begin())}};
}

void CounterChart::applySettings(const QVariantMap& settings)
{
    m_metrics = settings.value(kMetric, m_metrics).toStringList();
    if (settings.contains(kLocations)) {
        m_locations.clear();
    }
    for (const QString& word : settings.value(kLocations).toStringList()) {
        const auto found = query::selectLocations(word.toStdString(), *trace().definitions);
        if (found.isOk()) {
            m_locations.insert(m_locations.end(), found.value().begin(), found.value().end());
        }
    }
    m_fitsWindow = settings.value(kFits, m_fitsWindow).toBool();
    m_startsAtZero = settings.value(kZero, m_startsAtZero).toBool();
    m_sharesAxis = settings.value(kShares, m_sharesAxis).toBool();
    if (settings.contains(kStyle)) {
        const auto style = settings.value(kStyle).toUInt();
        m_style = styles()[style < styles().size() ? style : 0].style;
    }
    m_curves.clear();  // the same settings have the same colours, whatever was there before
    choose();
}

}  // namespace vellum::gui::charts
