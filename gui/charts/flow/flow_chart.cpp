#include "gui/charts/flow/flow_chart.h"

#include "common/table/access.h"
#include "gui/charts/flow/flow_canvas.h"
#include "gui/data/wording.h"

#include <QActionGroup>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QSignalBlocker>
#include <QSlider>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>

namespace vellum::gui::charts {

using query::FlowDirection;
using query::ValuesFlow;
using query::ValuesFlowQuestion;

namespace {

constexpr int kSteps = 100;           ///< of a slider
constexpr double kLeastShare = 1e-4;  ///< what the step before the first would be
constexpr int kEdgesOfTenth = 75;     ///< 10 %
constexpr int kEdgesAtFirst = 50;     ///< 1 %
constexpr int kVerticesAtFirst = kSteps;

/// What a slider at \p value asks for: 0 at its left end, everything at its right end; each step between is larger than the one
/// before by the same factor.
double shareOf(int value)
{
    return value == 0 ? 0 : std::pow(kLeastShare, 1 - static_cast<double>(value) / kSteps);
}

QString shareText(double share)
{
    const double percent = share * 100;
    return QStringLiteral("%1 %").arg(percent, 0, 'f', percent < 0.1 ? 2 : percent < 1 ? 1 : 0);
}

/// The words of the question, which kept layouts have, too.
std::span<const std::string_view> directionWords()
{
    return table::find(ValuesFlowQuestion::kSchema, "direction")->words;
}

/// Whether each edge joins two of the vertices: what a server says need not be so.
bool isWhole(const ValuesFlow& flow)
{
    std::unordered_set<std::uint32_t> ids;
    for (const query::ValuesFlowVertex& vertex : flow.vertices) {
        ids.insert(vertex.id);
    }
    return std::ranges::all_of(flow.edges, [&ids](const query::ValuesFlowEdge& edge) {
        return ids.contains(edge.from) && ids.contains(edge.to);
    });
}

}  // namespace

FlowChart::FlowChart(const ChartContext& context, QWidget* parent)
    : Chart(parent)
    , m_context(context)
    , m_slot(context.source, context.trace->id)
{
    setAccessibleName(title());
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    makeWidgets();
    makeDot(QStringLiteral("dot"), DotProgram::kLimit);
    m_slot.setHandler([this](const auto& answer, const Error& error) {
        if (answer) {
            const query::Table* table = std::get_if<query::Table>(answer.get());
            const ValuesFlow* flow = table == nullptr ? nullptr : table->answer.as<ValuesFlow>();
            m_flow = flow == nullptr ? nullptr : std::shared_ptr<const ValuesFlow>(answer, flow);
            m_error.clear();
            if (m_flow && !isWhole(*m_flow)) {
                m_flow.reset();
                m_error = tr("The server's answer has edges that lead to no vertex.");
            }
            takeAnswer();
        } else if (error.kind == ErrorKind::NotFound) {  // no values, or no vertex of that name
            m_flow.reset();
            takeAnswer();
            writeNote(QString::fromStdString(error.message));
        } else if (error.kind != ErrorKind::Cancelled && !m_slot.isBusy()) {
            m_error = QString::fromStdString(error.message);
        }
        emit changed();
    });
    connect(&context.selection, &models::Selection::changed, this, &FlowChart::markFunction);
    takeSliders();
    ask();
}

FlowChart::~FlowChart() = default;

QSlider* FlowChart::makeSlider(const QString& name, QLabel* words)
{
    auto* slider = new QSlider(Qt::Horizontal);
    slider->setRange(0, kSteps);
    slider->setPageStep(kSteps / 10);
    slider->setAccessibleName(name);
    slider->setToolTip(name);
    words->setBuddy(slider);
    connect(slider, &QSlider::valueChanged, this, [this] {
        takeSliders();
        ask();
    });
    connect(slider, &QSlider::sliderPressed, this, [this] { m_beforeSlide = choices(); });
    connect(slider, &QSlider::sliderReleased, this, [this] {
        if (choices() != m_beforeSlide) {
            emit chosen(tr("slider"), m_beforeSlide, choices());
        }
    });
    return slider;
}

void FlowChart::makeWidgets()
{
    m_edgeWords = new QLabel;
    m_vertexWords = new QLabel;
    m_edges = makeSlider(tr("Only edges with this share of all bytes"), m_edgeWords);
    m_vertices = makeSlider(tr("Besides, functions with this share of all visits"), m_vertexWords);
    {
        const QSignalBlocker edges(m_edges);
        const QSignalBlocker vertices(m_vertices);
        m_edges->setValue(kEdgesAtFirst);
        m_vertices->setValue(kVerticesAtFirst);
    }
    auto* controls = new QHBoxLayout;
    controls->setContentsMargins(6, 2, 6, 2);
    controls->addWidget(m_edgeWords);
    controls->addWidget(m_edges);
    controls->addSpacing(12);
    controls->addWidget(m_vertexWords);
    controls->addWidget(m_vertices);
    m_note = new QLabel;
    m_note->setTextFormat(Qt::PlainText);
    m_note->setWordWrap(true);
    m_note->setContentsMargins(6, 0, 6, 2);
    m_note->hide();
    m_canvas = new FlowCanvas;
    m_canvas->installEventFilter(this);
    auto* layout = new QVBoxLayout(viewport());
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(controls);
    layout->addWidget(m_note);
    layout->addWidget(m_canvas, 1);
    setFocusProxy(m_canvas);
    connect(m_canvas, &FlowCanvas::hovered, this, &FlowChart::pathHovered);
    connect(m_canvas, &FlowCanvas::menuWanted, this, &FlowChart::menuWanted);
    // A function stands out in all charts, as with a click in a table.
    connect(m_canvas, &FlowCanvas::selectedByUser, this, [this] {
        const auto vertex = m_canvas->selected();
        const RegionRef region = vertex ? m_flow->vertices[*vertex].region : RegionRef();
        if (region.isDefined()) {
            m_context.selection.setHighlight(
                models::Highlight{.by = query::GroupBy::Region, .key = {.value = region.value()}});
        }
        emit changed();
    });
}

// ---- What is asked and what is shown -------------------------------------------------------------

void FlowChart::takeSliders()
{
    m_question.edgeShare = shareOf(m_edges->value());
    // All edges have all vertices.
    m_question.vertexShare = m_edges->value() == 0 ? 0 : shareOf(m_vertices->value());
    m_vertices->setEnabled(m_edges->value() > 0);
    m_edgeWords->setText(
        m_edges->value() == 0
            ? tr("&Edges: all")
            : tr("&Edges of %1 of the bytes").arg(shareText(shareOf(m_edges->value()))));
    m_vertexWords->setText(
        m_vertices->value() == 0 ? tr("&Functions: all")
        : m_vertices->value() == kSteps
            ? tr("&Functions: of these edges")
            : tr("&Functions of %1 of the visits").arg(shareText(shareOf(m_vertices->value()))));
}

void FlowChart::ask()
{
    m_error.clear();
    query::Scope scope;
    scope.window = m_context.trace->info.range;
    m_slot.ask(query::TableRequest{.scope = scope, .asked = table::Value::of(m_question)});
    emit changed();
}

void FlowChart::refresh()
{
    ask();
}

void FlowChart::takeAnswer()
{
    m_canvas->select(std::nullopt);
    if (!m_flow) {
        m_dot->cancel();
        m_canvas->clear();
        return;
    }
    markFunction();
    layOut();
}

/// Our own layout is there at once; dot's comes later, if at all.
void FlowChart::layOut()
{
    m_dot->cancel();
    const std::size_t all = m_flow->vertices.size() + m_flow->edges.size();
    if (all > kMostDrawn) {
        m_canvas->clear();
        writeNote(tr("%1 vertices and edges are too many to draw: move the sliders to the right, "
                     "or slice.")
                      .arg(data::grouped(all)));
        return;
    }
    m_shape = m_canvas->shapeOf(*m_flow);
    m_canvas->show(m_flow, layeredLayout(m_shape), false);
    if (m_flow->vertices.empty()) {
        writeNote(
            m_flow->allVertices == 0
                ? tr("No value flow was recorded: vellum-record --values=record does.")
                : tr("No edge is that important: move the sliders to the left."));
    } else if (all > kMostForDot) {
        writeNote(tr(
            "The graph is too large for Graphviz' dot: Vellum laid it out in layers. The sliders "
            "leave out what is less important."));
    } else {
        writeNote({});
        m_dot->start(dotInput(m_shape));
    }
}

void FlowChart::makeDot(const QString& program, std::chrono::milliseconds limit)
{
    m_dot = std::make_unique<DotProgram>(program, limit);
    const auto ofItsOwn = tr("Vellum laid the graph out in layers: ");
    connect(m_dot.get(), &DotProgram::finished, this, [this, ofItsOwn](const QByteArray& plain) {
        if (auto layout = readPlain(plain, m_shape)) {
            m_canvas->show(m_flow, std::move(*layout), true);
            writeNote({});
        } else {
            writeNote(ofItsOwn + tr("what Graphviz' dot wrote is not the whole graph."));
        }
        emit changed();
    });
    connect(m_dot.get(), &DotProgram::failed, this, [this, ofItsOwn](DotProgram::Fault fault) {
        switch (fault) {
        case DotProgram::Fault::NotFound:
            writeNote(
                ofItsOwn + tr("with the package graphviz installed, its dot does it better."));
            break;
        case DotProgram::Fault::Failed:
            writeNote(ofItsOwn + tr("Graphviz' dot failed."));
            break;
        case DotProgram::Fault::TookTooLong:
            writeNote(ofItsOwn + tr("Graphviz' dot took too long."));
            break;
        }
        emit changed();
    });
}

void FlowChart::setDot(const QString& program, std::chrono::milliseconds limit)
{
    makeDot(program, limit);
    if (m_flow) {
        layOut();
    }
}

void FlowChart::writeNote(const QString& note)
{
    m_note->setText(note);
    m_note->setVisible(!note.isEmpty());
}

QString FlowChart::layoutNote() const
{
    return m_note->text();
}

void FlowChart::markFunction()
{
    const auto& highlight = m_context.selection.highlight();
    const bool isFunction = highlight && highlight->by == query::GroupBy::Region;
    m_canvas->setMarked(
        isFunction ? RegionRef(static_cast<std::uint32_t>(highlight->key.value)) : RegionRef());
}

models::Exactness FlowChart::exactness() const
{
    if (!m_error.isEmpty()) {
        return models::Exactness::Failed;
    }
    return m_slot.isBusy() ? models::Exactness::Refining : models::Exactness::Exact;
}

QString FlowChart::sentence() const
{
    if (!m_flow) {
        return tr("of the whole run");
    }
    QStringList parts = {
        tr("%1 of %2 vertices, %3 of %4 edges, of the whole run")
            .arg(
                data::grouped(m_flow->vertices.size()),
                data::grouped(m_flow->allVertices),
                data::grouped(m_flow->edges.size()),
                data::grouped(m_flow->allEdges)),
        data::otherRunText(m_flow->valuesOf)};
    if (!m_question.slice.empty()) {
        const QString vertex = QString::fromStdString(m_question.slice);
        parts
            << (m_question.direction == FlowDirection::Backward ? tr("what leads to %1").arg(vertex)
                : m_question.direction == FlowDirection::Forward
                    ? tr("what %1 leads to").arg(vertex)
                    : tr("what leads to %1 or from it").arg(vertex));
    }
    if (m_flow->lost > 0) {
        parts << tr("%1 reads and writes lost").arg(data::grouped(m_flow->lost));
    }
    parts.removeAll(QString());
    return parts.join(QStringLiteral(" · "));
}

// ---- What can be chosen --------------------------------------------------------------------------

void FlowChart::slice(FlowDirection direction)
{
    const auto vertex = m_canvas->selected();
    if (!vertex || !m_flow) {
        return;
    }
    // A name may be that of several vertices, all of which are meant: of one function called from several places.
    const std::string name = m_flow->vertices[*vertex].name;
    recordChoice(tr("slice"), [&] {
        m_question.slice = name;
        m_question.direction = direction;
        ask();
    });
}

void FlowChart::showWhole()
{
    recordChoice(tr("whole value flow"), [this] {
        m_question.slice.clear();
        m_question.direction = FlowDirection::Both;
        ask();
    });
}

void FlowChart::fillMenu(QMenu& menu)
{
    const auto vertex = m_canvas->selected();
    const QString name =
        vertex ? QString::fromStdString(m_flow->vertices[*vertex].name) : tr("the selected vertex");
    const auto add = [&](const QString& text, const QString& key, FlowDirection direction) {
        QAction* action = menu.addAction(
            text.arg(QString(name).replace(u'&', QStringLiteral("&&"))) + u'\t' + key);
        action->setEnabled(vertex.has_value());
        connect(action, &QAction::triggered, this, [this, direction] { slice(direction); });
    };
    add(tr("Only what leads &to %1"), QStringLiteral("B"), FlowDirection::Backward);
    add(tr("Only what comes &from %1"), QStringLiteral("F"), FlowDirection::Forward);
    add(tr("&Both"), QStringLiteral("N"), FlowDirection::Both);
    QAction* whole = menu.addAction(tr("The &whole graph") + QStringLiteral("\tEsc"));
    whole->setEnabled(!m_question.slice.empty());
    connect(whole, &QAction::triggered, this, &FlowChart::showWhole);
    menu.addSeparator();
    auto* group = new QActionGroup(&menu);
    const auto addShare = [&](const QString& text, int value) {
        QAction* action = menu.addAction(text);
        action->setCheckable(true);
        action->setChecked(m_edges->value() == value);
        action->setActionGroup(group);
        connect(action, &QAction::triggered, this, [this, value] {
            recordChoice(tr("edges"), [this, value] { m_edges->setValue(value); });
        });
    };
    addShare(tr("&All edges"), 0);
    addShare(tr("Edges of &1 % of the bytes"), kEdgesAtFirst);
    addShare(tr("Edges of 10 &% of the bytes"), kEdgesOfTenth);
}

void FlowChart::fillZoomMenu(QMenu& menu) const
{
    QAction* all = menu.addAction(tr("Show &all of the graph") + QStringLiteral("\t0"));
    connect(all, &QAction::triggered, m_canvas, &FlowCanvas::showAll);
}

QVariantMap FlowChart::settings() const
{
    return {
        {QStringLiteral("edges"), m_edges->value()},
        {QStringLiteral("vertices"), m_vertices->value()},
        {QStringLiteral("slice"), QString::fromStdString(m_question.slice)},
        {QStringLiteral("direction"),
         data::text(directionWords()[static_cast<std::size_t>(m_question.direction)])}};
}

void FlowChart::applySettings(const QVariantMap& settings)
{
    const auto takeSlider = [&settings](QSlider* slider, const QString& key) {
        bool isNumber = false;
        const int value = settings.value(key).toInt(&isNumber);
        if (isNumber) {
            const QSignalBlocker blocker(slider);
            slider->setValue(value);
        }
    };
    takeSlider(m_edges, QStringLiteral("edges"));
    takeSlider(m_vertices, QStringLiteral("vertices"));
    if (settings.contains(QStringLiteral("slice"))) {
        m_question.slice = settings.value(QStringLiteral("slice")).toString().toStdString();
    }
    const auto words = directionWords();
    const auto word = std::ranges::find(
        words, settings.value(QStringLiteral("direction")).toString().toStdString());
    if (word != words.end()) {
        m_question.direction = static_cast<FlowDirection>(word - words.begin());
    }
    takeSliders();
    ask();
}

bool FlowChart::handleKey(const QKeyEvent& event)
{
    if (event.modifiers() != Qt::NoModifier) {
        return false;
    }
    switch (event.key()) {
    case Qt::Key_B:
        slice(FlowDirection::Backward);
        return true;
    case Qt::Key_F:
        slice(FlowDirection::Forward);
        return true;
    case Qt::Key_N:
        slice(FlowDirection::Both);
        return true;
    case Qt::Key_Escape:
        if (m_question.slice.empty()) {
            return false;
        }
        showWhole();
        return true;
    default:
        return false;
    }
}

bool FlowChart::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_canvas && event->type() == QEvent::KeyPress) {
        return handleKey(*static_cast<QKeyEvent*>(event)) || Chart::eventFilter(watched, event);
    }
    return Chart::eventFilter(watched, event);
}

void FlowChart::changeEvent(QEvent* event)
{
    Chart::changeEvent(event);
    if (event->type() == QEvent::FontChange && m_flow) {
        layOut();  // names have other widths
    }
}

}  // namespace vellum::gui::charts
