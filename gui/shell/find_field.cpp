#include "gui/shell/find_field.h"

#include "common/query/selection_words.h"
#include "gui/data/group_names.h"
#include "gui/data/wording.h"
#include "gui/theme/region_colors.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QMenu>
#include <QPixmap>
#include <QRegularExpression>
#include <QSignalBlocker>
#include <QToolButton>
#include <QToolTip>

#include <utility>

namespace vellum::gui::shell {

namespace {

constexpr int kTypingPauseMs = 250;
constexpr QLatin1Char kQuote('"');

QToolButton* makeButton(const QString& text, const QString& tip, bool isCheckable)
{
    auto* button = new QToolButton;
    button->setText(text);
    button->setToolTip(tip);
    button->setAccessibleName(tip);
    button->setAutoRaise(true);
    button->setCheckable(isCheckable);
    return button;
}

}  // namespace

FindField::FindField(QWidget* parent)
    : QWidget(parent)
    , m_edit(new QLineEdit)
    , m_status(new QLabel)
    , m_case(makeButton(QStringLiteral("Aa"), tr("Match case"), true))
    , m_regex(makeButton(QStringLiteral(".*"), tr("Regular expression"), true))
    , m_longer(makeButton(QStringLiteral("≥"), tr("Only visits this long or longer"), true))
    , m_duration(new QLineEdit)
    , m_groupButton(makeButton(QStringLiteral("◧"), tr("Only functions of some groups"), false))
    , m_all(makeButton(QStringLiteral("≡"), tr("Mark all hits"), true))
    , m_previous(makeButton(QStringLiteral("‹"), tr("Previous hit (Shift+F3)"), false))
    , m_next(makeButton(QStringLiteral("›"), tr("Next hit (F3)"), false))
{
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(4, 0, 8, 0);
    layout->setSpacing(2);
    m_edit->setPlaceholderText(tr("Find function…"));
    m_edit->setAccessibleName(tr("Find function"));
    m_edit->setClearButtonEnabled(true);
    m_edit->setMinimumWidth(fontMetrics().averageCharWidth() * 16);
    m_edit->installEventFilter(this);
    // Room for figures as they are as a rule, so that the bar does not jump while one types; none before that.
    constexpr int kGapPx = 8;
    m_status->setMinimumWidth(
        fontMetrics().horizontalAdvance(QStringLiteral("000 of 0,000")) + kGapPx);
    m_status->setContentsMargins(0, 0, kGapPx, 0);
    m_status->hide();
    m_status->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    for (QWidget* widget : std::initializer_list<QWidget*>{
             m_edit,
             m_status,
             m_case,
             m_regex,
             m_longer,
             m_duration,
             m_groupButton,
             m_all,
             m_previous,
             m_next}) {
        layout->addWidget(widget);
    }
    m_duration->setPlaceholderText(tr("1 ms"));
    m_duration->setAccessibleName(tr("Least duration"));
    m_duration->setFixedWidth(fontMetrics().averageCharWidth() * 11);
    m_duration->hide();
    m_duration->installEventFilter(this);
    m_groupButton->setPopupMode(QToolButton::InstantPopup);
    m_groupButton->setMenu(new QMenu(m_groupButton));
    connect(m_groupButton->menu(), &QMenu::aboutToShow, this, &FindField::fillGroups);
    m_all->setChecked(true);
    connect(m_longer, &QToolButton::toggled, this, [this](bool isOn) {
        m_duration->setVisible(isOn);
        if (isOn) {
            m_duration->setFocus(Qt::ShortcutFocusReason);
        }
        searchNow();
    });
    connect(m_duration, &QLineEdit::textChanged, &m_soon, qOverload<>(&QTimer::start));
    connect(m_all, &QToolButton::toggled, this, [this](bool isOn) {
        if (m_model != nullptr) {
            m_model->setMarksAll(isOn);
        }
    });
    m_soon.setSingleShot(true);
    m_soon.setInterval(kTypingPauseMs);
    connect(&m_soon, &QTimer::timeout, this, &FindField::searchNow);
    connect(m_edit, &QLineEdit::textChanged, &m_soon, qOverload<>(&QTimer::start));
    connect(m_edit, &QLineEdit::textChanged, m_status, [this](const QString& now) {
        m_status->setVisible(!now.isEmpty() || !m_status->text().isEmpty());
    });
    connect(m_edit, &QLineEdit::textEdited, this, &FindField::leaveExactly);
    for (const QToolButton* option : {m_case, m_regex}) {
        connect(option, &QToolButton::clicked, this, [this] { m_before.reset(); });
    }
    connect(m_case, &QToolButton::toggled, this, &FindField::searchNow);
    connect(m_regex, &QToolButton::toggled, this, &FindField::searchNow);
    connect(m_next, &QToolButton::clicked, this, &FindField::next);
    connect(m_previous, &QToolButton::clicked, this, &FindField::previous);
    setModel(nullptr, {});
}

void FindField::setModel(models::SearchModel* model, std::function<Tick()> from)
{
    disconnect(m_connection);
    m_model = model;
    m_from = std::move(from);
    setEnabled(model != nullptr);
    if (model != nullptr) {
        m_model->setMarksAll(m_all->isChecked());
        m_connection = connect(model, &models::SearchModel::changed, this, &FindField::showStatus);
    }
    showStatus();
}

/// Made anew each time: the groups are those of the trace that is searched.
void FindField::fillGroups()
{
    QMenu* menu = m_groupButton->menu();
    menu->clear();
    const auto add = [&](const QString& text, bool isOn, FunctionGroupMask wanted) {
        QAction* action = menu->addAction(text);
        action->setCheckable(true);
        action->setChecked(isOn);
        connect(action, &QAction::triggered, this, [this, wanted] { setGroups(wanted); });
        return action;
    };
    add(tr("&Any group"), m_groups == 0, 0);
    menu->addSeparator();
    const auto groups = m_model != nullptr ? m_model->groups() : std::vector<FunctionGroup>();
    const auto words = m_model != nullptr ? m_model->groupNames() : data::GroupNames();
    for (const FunctionGroup group : groups) {
        const FunctionGroupMask bit = maskOf(group);
        QPixmap swatch(fontMetrics().ascent(), fontMetrics().ascent());
        swatch.fill(theme::groupColor(group));
        add(data::nameOf(words, group), (m_groups & bit) != 0, m_groups ^ bit)
            ->setIcon(QIcon(swatch));
    }
}

void FindField::setGroups(FunctionGroupMask groups)
{
    m_groups = groups;
    const auto words = m_model != nullptr ? m_model->groupNames() : data::GroupNames();
    QStringList names;
    for (std::uint8_t i = 0; i < kFunctionGroupCount; ++i) {
        const auto group = static_cast<FunctionGroup>(i);
        if ((groups & maskOf(group)) != 0) {
            names.append(data::nameOf(words, group));
        }
    }
    m_groupButton->setAutoRaise(names.isEmpty());
    m_groupButton->setText(
        QStringLiteral("◧")
        + (names.isEmpty() ? QString() : QString::number(static_cast<int>(names.size()))));
    m_groupButton->setToolTip(
        names.isEmpty() ? tr("Only functions of some groups")
                        : tr("Only functions of: %1").arg(names.join(QStringLiteral(", "))));
    searchNow();
}

void FindField::activate()
{
    // The keyboard may be in the window of a chart.
    window()->raise();
    activateWindow();
    m_edit->setFocus(Qt::ShortcutFocusReason);
    m_edit->selectAll();
}

QString FindField::status() const
{
    return m_status->text();
}

void FindField::setText(const QString& text)
{
    m_edit->setText(text);
}

void FindField::find(const QString& text)
{
    leaveExactly();
    m_edit->setText(text);
    searchNow();
}

void FindField::findExactly(const QString& name)
{
    const QSignalBlocker caseBlocker(m_case);
    const QSignalBlocker regexBlocker(m_regex);
    if (!m_before) {
        m_before = {m_case->isChecked(), m_regex->isChecked()};
    }
    m_case->setChecked(true);
    m_regex->setChecked(false);
    m_edit->setText(kQuote + name + kQuote);
    searchNow();
}

/// Whoever types on looks for something else, as the field had been set.
void FindField::leaveExactly()
{
    if (const auto before = std::exchange(m_before, std::nullopt)) {
        const QSignalBlocker caseBlocker(m_case);
        const QSignalBlocker regexBlocker(m_regex);
        m_case->setChecked(before->first);
        m_regex->setChecked(before->second);
    }
}

void FindField::searchNow()
{
    m_soon.stop();
    if (m_model == nullptr) {
        return;
    }
    if (const auto sought = query()) {
        m_model->search(*sought, m_from());
    }
    showStatus();
}

std::optional<models::SearchQuery> FindField::query() const
{
    models::SearchQuery sought{
        .pattern = m_edit->text(),
        .isRegex = m_regex->isChecked(),
        .ignoreCase = !m_case->isChecked(),
        .groups = m_groups};
    // In quotes: the whole name.
    const QString& text = sought.pattern;
    if (!sought.isRegex && text.size() > 2 && text.startsWith(kQuote) && text.endsWith(kQuote)) {
        sought.pattern = QLatin1Char('^') + QRegularExpression::escape(text.mid(1, text.size() - 2))
                         + QLatin1Char('$');
        sought.isRegex = true;
    }
    const QString duration = m_duration->text().remove(QLatin1Char(' '));
    if (m_longer->isChecked() && !duration.isEmpty() && m_model != nullptr) {
        const auto ticks =
            query::parseTime(duration.toStdString(), m_model->clock(), "the duration");
        if (!ticks.isOk()) {
            return std::nullopt;
        }
        sought.minDuration = ticks.value();
    }
    return sought;
}

/// The text stays when the tab changes: the other trace may not have been searched for it.
bool FindField::isSearched() const
{
    return !m_soon.isActive() && m_model != nullptr && m_model->searchQuery() == query();
}

void FindField::next()
{
    if (!isSearched()) {
        searchNow();
    } else {
        m_model->next();
    }
}

void FindField::previous()
{
    if (!isSearched()) {
        searchNow();
    } else {
        m_model->previous();
    }
}

void FindField::showStatus()
{
    const QLocale locale(QLocale::English);
    QString text;
    bool isError = false;
    const auto sought = query();
    if (!m_soon.isActive() && m_model != nullptr && !sought) {
        text = tr("no duration");
        isError = true;
    } else if (!sought || sought->isEmpty() || !isSearched()) {
        text.clear();
    } else if (!m_model->errorText().isEmpty()) {
        text = tr("bad pattern");  // no wider than figures
        isError = true;
    } else if (m_model->isBusy()) {
        text = tr("searching…");
    } else if (m_model->count() == 0) {
        text = tr("no hit");
        isError = true;
    } else if (const auto place = m_model->current()) {
        text = tr("%1 of %2")
                   .arg(
                       locale.toString(static_cast<qulonglong>(*place) + 1),
                       locale.toString(static_cast<qulonglong>(m_model->count())));
    }
    m_status->setText(text);
    m_status->setVisible(!text.isEmpty() || !m_edit->text().isEmpty());
    m_status->setToolTip(m_model != nullptr ? m_model->errorText() : QString());
    const bool hasError = !m_status->toolTip().isEmpty();
    m_edit->setToolTip(hasError ? m_status->toolTip() : tr("Ctrl+F"));
    if (m_edit->hasFocus() && hasError && isSearched()) {
        // At once: nobody rests the pointer on a field that he types in.
        QToolTip::showText(
            m_edit->mapToGlobal(QPoint(0, m_edit->height())), m_edit->toolTip(), m_edit);
    } else if (m_edit->hasFocus()) {
        QToolTip::hideText();
    }
    // Roles, not colours: they follow the theme.
    m_status->setForegroundRole(isError ? QPalette::BrightText : QPalette::PlaceholderText);
}

bool FindField::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
            if (key->modifiers() & Qt::ShiftModifier) {
                previous();
            } else {
                next();
            }
            return true;
        }
        if (key->key() == Qt::Key_Escape) {
            emit left();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

}  // namespace vellum::gui::shell
