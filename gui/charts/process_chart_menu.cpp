// What ProcessChart says of itself and offers in its menu, and what is kept of that.

#include "common/query/selection_words.h"
#include "gui/charts/process_chart.h"
#include "gui/data/wording.h"

#include <QInputDialog>
#include <QMenu>

#include <algorithm>
#include <utility>

namespace vellum::gui::charts {

namespace {

constexpr int kMostInMenu = 40;
constexpr QLatin1String kLocation("location");
constexpr QLatin1String kMode("mode");
constexpr QLatin1String kShown("shown");
constexpr QLatin1String kFollows("follows");
constexpr QLatin1String kExclusive("exclusive");

}  // namespace

QString ProcessChart::sentence() const
{
    const QString name = locationName(m_location);
    QString text = (name.isEmpty() ? tr("no location") : name) + QStringLiteral(" · ")
                   + (m_exclusiveOnly ? tr("call levels, exclusive only") : tr("call levels"));
    if (!filters().shows(m_location)) {
        text += tr(" · filtered away in the other charts");
    }
    using Kind = models::Filter::Kind;
    text += filteredBy({Kind::Functions, Kind::Messages});
    if (const query::Messages* known = messages(); known != nullptr && known->count > 0) {
        text +=
            QStringLiteral(" · ")
            + (known->isCut()
                   ? tr("first %1 of %2 messages")
                         .arg(data::grouped(known->messages.size()), data::grouped(known->count))
                   : data::counted(known->count, tr("message"), tr("messages")));
    }
    return text;
}

void ProcessChart::fillMenu(QMenu& menu)
{
    fillLocations(*menu.addMenu(tr("&Location")));
    const auto add = [&](const QString& text, bool isOn, auto run) {
        QAction* action = menu.addAction(text);
        action->setCheckable(true);
        action->setChecked(isOn);
        connect(action, &QAction::triggered, this, run);
    };
    add(tr("&Follow the selection"), m_followsSelection, [this](bool on) {
        recordChoice(
            on ? tr("follow the selection") : tr("no longer follow the selection"),
            [this, on] { setFollowsSelection(on); });
    });
    add(tr("&Exclusive time only"), m_exclusiveOnly, [this](bool on) {
        recordChoice(on ? tr("exclusive time only") : tr("inclusive time"), [this, on] {
            setExclusiveOnly(on);
        });
    });
}

void ProcessChart::fillLocations(QMenu& menu)
{
    const auto& locations = trace().definitions->locations;
    const auto here = std::ranges::find(locations, m_location, &Location::ref);
    const auto place = static_cast<int>(here - locations.begin());
    const int count = static_cast<int>(locations.size());
    const int first = std::clamp(place - kMostInMenu / 2, 0, std::max(0, count - kMostInMenu));
    for (int i = first; i < std::min(count, first + kMostInMenu); ++i) {
        const LocationRef ref = locations[static_cast<std::size_t>(i)].ref;
        QString text = locationName(ref);
        text.replace(QLatin1Char('&'), QLatin1String("&&"));
        QAction* action = menu.addAction(text, this, [this, ref] { chooseLocation(ref); });
        action->setCheckable(true);
        action->setChecked(ref == m_location);
    }
    if (count > kMostInMenu) {
        menu.addSeparator();
        menu.addAction(tr("&Another of %1…").arg(data::grouped(locations.size())), this, [this] {
            chooseLocation();
        });
    }
}

void ProcessChart::chooseLocation(LocationRef location)
{
    recordChoice(tr("location"), [this, location] { setLocation(location); });
}

void ProcessChart::chooseLocation(const QString& text, const QString& wrong)
{
    auto* dialog = new QInputDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Location of the process timeline"));
    const QString asked = tr("A name, a reference number or path/with/*:");
    dialog->setLabelText(wrong.isEmpty() ? asked : wrong + QStringLiteral("\n\n") + asked);
    dialog->setTextValue(text);
    connect(dialog, &QInputDialog::textValueSelected, this, [this](const QString& chosen) {
        const auto found = query::selectLocation(chosen.toStdString(), *trace().definitions);
        if (found.isOk()) {
            chooseLocation(found.value());
        } else {
            chooseLocation(chosen, QString::fromStdString(found.error().message));
        }
    });
    dialog->open();
}

QVariantMap ProcessChart::settings() const
{
    QVariantMap settings{{kMode, m_exclusiveOnly ? QString(kExclusive) : QString()}};
    if (!m_followsSelection) {
        settings.insert(kLocation, QString::number(m_location.value()));
    }
    return settings;
}

void ProcessChart::applySettings(const QVariantMap& settings)
{
    const QString location = settings.value(kLocation).toString();
    if (!location.isEmpty()) {
        const auto found = query::selectLocations(location.toStdString(), *trace().definitions);
        if (found.isOk() && !found.value().empty()) {
            setLocation(found.value().front());
        }
    }
    if (settings.contains(kShown)) {
        const QVariantMap shown = settings.value(kShown).toMap();
        show(LocationRef(shown.value(kLocation).toULongLong()));
        setFollowsSelection(shown.value(kFollows).toBool());
    }
    if (settings.contains(kMode)) {
        setExclusiveOnly(settings.value(kMode).toString() == kExclusive);
    }
}

/// Also of what it follows where it was: it goes back there, and on from there.
QVariantMap ProcessChart::choices() const
{
    return {
        {kMode, settings().value(kMode)},
        {kShown,
         QVariantMap{
             {kLocation, QVariant::fromValue<qulonglong>(m_location.value())},
             {kFollows, m_followsSelection}}}};
}

}  // namespace vellum::gui::charts
