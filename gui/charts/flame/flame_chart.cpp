#include "gui/charts/flame/flame_chart.h"

#include "gui/charts/flame/flame_canvas.h"
#include "gui/data/wording.h"

#include <QActionGroup>
#include <QApplication>
#include <QClipboard>
#include <QKeyEvent>
#include <QMenu>
#include <QVBoxLayout>

#include <algorithm>
#include <memory>
#include <utility>

namespace vellum::gui::charts {

using models::FlameOrder;
using models::FlameSize;

namespace {

/// What settings call them.
const QString kRoots = QStringLiteral("roots");
const QString kOrder = QStringLiteral("order");
const QString kSize = QStringLiteral("size");
const QString kFocus = QStringLiteral("focus");

}  // namespace

FlameChart::FlameChart(const ChartContext& context, QWidget* parent)
    : Chart(parent)
    , m_context(context)
    , m_table(
          context.source,
          context.trace->id,
          context.view,
          [&view = context.view] {
              return view.filters().scopeOf(view.range(), models::Filter::Kind::OnlyLocations);
          })
    , m_canvas(new FlameCanvas)
{
    setAccessibleName(title());
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* layout = new QVBoxLayout(viewport());
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_canvas);
    setFocusProxy(m_canvas);
    connect(m_canvas, &FlameCanvas::hovered, this, &FlameChart::pathHovered);
    connect(m_canvas, &FlameCanvas::menuWanted, this, &FlameChart::menuWanted);
    connect(m_canvas, &FlameCanvas::selectedByUser, this, &FlameChart::selectFunction);
    connect(m_canvas, &FlameCanvas::focusWanted, this, [this](std::optional<std::uint32_t> node) {
        recordChoice(node ? tr("focus") : tr("whole flame graph"), [this, node] { focus(node); });
    });
    connect(&m_table, &models::WindowTable::asked, this, &Chart::changed);
    connect(&m_table, &models::WindowTable::answered, this, &FlameChart::takeAnswer);
    connect(&context.selection, &models::Selection::changed, this, &FlameChart::markFunction);
    m_table.ask([](const query::Scope& scope) {
        query::CallTreeRequest request;
        request.scope = scope;
        return query::Request(std::move(request));
    });
}

// ---- What is shown -------------------------------------------------------------------------------

void FlameChart::takeAnswer()
{
    const auto& answer = m_table.answer();
    const auto* tree = answer ? std::get_if<query::CallTree>(answer.get()) : nullptr;
    m_isBroken = false;
    if (tree == nullptr) {
        m_canvas->setTree(nullptr, nullptr);
    } else {
        const auto& definitions = m_context.trace->definitions;
        m_size = m_chosen.value_or(models::naturalFlameSize(*tree));
        auto flame = models::flameTree(*tree, definitions, m_size);
        m_isBroken = !flame.has_value();
        const auto shown =
            flame ? std::make_shared<const models::FlameTree>(std::move(*flame)) : nullptr;
        m_canvas->setTree(
            shown, m_size == FlameSize::Time ? &definitions->clock : nullptr, focusIn(shown.get()));
        announceSize();
    }
    m_canvas->setEmptyText(emptyText());
    markFunction();  // says that all of it is another
}

QString FlameChart::emptyText() const
{
    if (exactness() != models::Exactness::Exact) {
        return {};
    }
    return m_size == FlameSize::Time
               ? tr("No function was called in this window.")
               : tr("No call stack was sampled in this window: the menu chooses time instead.");
}

QString FlameChart::errorText() const
{
    return m_isBroken ? tr("The server's call tree has a path before its caller.")
                      : m_table.errorText();
}

void FlameChart::markFunction()
{
    const auto& highlight = m_context.selection.highlight();
    const Region* region = nullptr;
    if (highlight && highlight->by == query::GroupBy::Region) {
        region = m_context.trace->definitions->find(
            RegionRef(static_cast<std::uint32_t>(highlight->key.value)));
    }
    m_canvas->setMarked(region != nullptr ? region->name : std::string());
    emit changed();
}

/// A function stands out in all charts, as with a click in a table; a click beside all boxes lets go of it.
void FlameChart::selectFunction()
{
    const auto node = m_canvas->selected();
    const Region* region = node ? m_canvas->tree()->nodes[*node].region : nullptr;
    m_context.selection.setHighlight(
        region != nullptr ? std::optional(
            models::Highlight{.by = query::GroupBy::Region, .key = {.value = region->ref.value()}})
                          : std::nullopt);
}

QString FlameChart::sentence() const
{
    const models::FlameTree* tree = m_canvas->tree();
    QStringList parts = {
        m_context.view.filters().sentence(
            *m_context.trace->definitions, {models::Filter::Kind::OnlyLocations}),
        m_size == FlameSize::Time ? tr("time by call path") : tr("samples by call path")};
    if (tree != nullptr && tree->total > 0) {
        parts << data::counted(tree->nodes.size(), tr("path"), tr("paths"));
        if (!m_canvas->marked().empty()) {
            parts << tr("%1 in %2")
                         .arg(
                             data::percent(models::flameShareOf(*tree, m_canvas->marked())),
                             data::cut(m_canvas->marked(), data::kMostOfNameInLine));
        }
    }
    if (m_canvas->focusNode()) {
        parts << tr("focus on %1").arg(data::cut(m_focus.back(), data::kMostOfNameInLine));
    }
    parts.removeAll(QString());
    return parts.join(QStringLiteral(" · "));
}

QSize FlameChart::sizeHint() const
{
    constexpr int kLeast = 120;
    constexpr int kMost = 420;
    return {600, std::clamp(m_canvas->wholeHeight(), kLeast, kMost)};
}

// ---- What can be chosen --------------------------------------------------------------------------

void FlameChart::focus(std::optional<std::uint32_t> node)
{
    m_focus = node ? models::flamePath(*m_canvas->tree(), *node) : std::vector<std::string>();
    applyFocus();
}

void FlameChart::applyFocus()
{
    m_canvas->setFocusNode(focusIn(m_canvas->tree()));
    emit changed();
}

std::optional<std::uint32_t> FlameChart::focusIn(const models::FlameTree* tree) const
{
    return tree != nullptr && !m_focus.empty() ? models::findFlamePath(*tree, m_focus)
                                               : std::nullopt;
}

void FlameChart::setSize(FlameSize size)
{
    m_chosen = size;
    m_size = size;
    takeAnswer();
}

void FlameChart::fillMenu(QMenu& menu)
{
    const auto node = m_canvas->selected();
    const Region* region = node ? m_canvas->tree()->nodes[*node].region : nullptr;
    const QString name = region != nullptr ? data::cut(region->name, data::kMostOfNameInLine)
                                           : tr("the selected box");
    const QString shown = QString(name).replace(u'&', QStringLiteral("&&"));
    QAction* on = menu.addAction(tr("F&ocus on %1").arg(shown) + QStringLiteral("\tEnter"));
    on->setEnabled(node.has_value());
    // By its names: the answer may be another by the time that the menu is used.
    const auto path =
        node ? models::flamePath(*m_canvas->tree(), *node) : std::vector<std::string>();
    connect(on, &QAction::triggered, this, [this, path] {
        const models::FlameTree* tree = m_canvas->tree();
        const auto now = tree != nullptr ? models::findFlamePath(*tree, path) : std::nullopt;
        if (now) {
            emit m_canvas->focusWanted(now);
        }
    });
    QAction* copy = menu.addAction(tr("&Copy the name of %1").arg(shown));
    copy->setEnabled(region != nullptr);
    connect(
        copy, &QAction::triggered, this, [full = region != nullptr ? region->name : std::string()] {
            QApplication::clipboard()->setText(QString::fromStdString(full));
        });
    menu.addSeparator();
    const auto add = [&](QActionGroup* group, const QString& text, bool isOn, const auto& run) {
        QAction* action = menu.addAction(text);
        action->setCheckable(true);
        action->setChecked(isOn);
        action->setActionGroup(group);
        connect(action, &QAction::triggered, this, [this, text, run] {
            recordChoice(QString(text).remove(QLatin1Char('&')).toLower(), run);
        });
    };
    m_canvas->fillRootsMenu(
        menu, [this](const QString& text, const auto& run) { recordChoice(text, run); });
    menu.addSeparator();
    auto* order = new QActionGroup(&menu);
    add(order, tr("&Largest first"), m_canvas->order() == FlameOrder::Largest, [this] {
        m_canvas->setOrder(FlameOrder::Largest);
    });
    add(order, tr("By &name"), m_canvas->order() == FlameOrder::Name, [this] {
        m_canvas->setOrder(FlameOrder::Name);
    });
    menu.addSeparator();
    auto* sizes = new QActionGroup(&menu);
    add(sizes, tr("T&ime"), m_size == FlameSize::Time, [this] { setSize(FlameSize::Time); });
    add(sizes, tr("&Samples"), m_size == FlameSize::Samples, [this] {
        setSize(FlameSize::Samples);
    });
}

void FlameChart::fillZoomMenu(QMenu& menu) const
{
    QAction* whole = menu.addAction(tr("The &whole flame graph") + QStringLiteral("\tEsc"));
    whole->setEnabled(m_canvas->focusNode().has_value());
    connect(
        whole, &QAction::triggered, m_canvas, [this] { emit m_canvas->focusWanted(std::nullopt); });
    fillTimeZoomMenu(menu, m_context.view, title());
}

QString FlameChart::sizeWord() const
{
    if (!m_chosen) {
        return QStringLiteral("natural");
    }
    return m_chosen == FlameSize::Time ? QStringLiteral("time") : QStringLiteral("samples");
}

QVariantMap FlameChart::settings() const
{
    QStringList focus;
    for (const std::string& name : m_focus) {
        focus << QString::fromStdString(name);
    }
    return {
        {kRoots, m_canvas->rootsWord()},
        {kOrder, QLatin1String(m_canvas->order() == FlameOrder::Largest ? "largest" : "name")},
        {kSize, sizeWord()},
        {kFocus, focus}};
}

void FlameChart::applySettings(const QVariantMap& settings)
{
    m_canvas->setRootsWord(settings.value(kRoots).toString());
    const QString order = settings.value(kOrder).toString();
    if (order == QLatin1String("largest") || order == QLatin1String("name")) {
        m_canvas->setOrder(order == QLatin1String("name") ? FlameOrder::Name : FlameOrder::Largest);
    }
    const QString size = settings.value(kSize).toString();
    if (size == QLatin1String("time") || size == QLatin1String("samples")) {
        setSize(size == QLatin1String("time") ? FlameSize::Time : FlameSize::Samples);
    } else if (size == QLatin1String("natural")) {
        m_chosen.reset();
        takeAnswer();
    }
    if (settings.contains(kFocus)) {
        m_focus.clear();
        for (const QString& name : settings.value(kFocus).toStringList()) {
            m_focus.push_back(name.toStdString());
        }
        applyFocus();
    }
}

bool FlameChart::handleKey(const QKeyEvent& event)
{
    Q_UNUSED(event)
    return false;  // the canvas has the keyboard
}

}  // namespace vellum::gui::charts
