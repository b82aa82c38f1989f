#include "gui/charts/flow/flow_layout.h"

#include <QHash>
#include <QList>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

namespace vellum::gui::charts {

namespace {

constexpr double kGap = 28;       ///< between vertices of a layer
constexpr double kLayerGap = 56;  ///< between layers
constexpr double kLoop = 26;      ///< how far an edge to its own vertex goes out
constexpr double kBeside = 9;     ///< between edges of the same two
constexpr double kPerInch = 72;
constexpr int kSweeps = 4;
constexpr std::size_t kMostBends = 50'000;  ///< in all edges together; further edges go straight

using Neighbours = std::vector<std::vector<std::size_t>>;

/// Edges by the vertex that they leave, without those that close a circle.
Neighbours withoutCircles(const FlowShape& shape)
{
    Neighbours next(shape.vertices.size());
    for (const FlowShape::Edge& edge : shape.edges) {
        next[edge.from].push_back(edge.to);
    }
    enum class State { New, Open, Done };
    std::vector<State> states(next.size(), State::New);
    Neighbours kept(next.size());
    struct Visit {
        std::size_t vertex;
        std::size_t edge;
    };
    for (std::size_t start = 0; start < next.size(); ++start) {
        std::vector<Visit> open;
        if (states[start] == State::New) {
            open.push_back({start, 0});
            states[start] = State::Open;
        }
        while (!open.empty()) {
            Visit& visit = open.back();
            if (visit.edge == next[visit.vertex].size()) {
                states[visit.vertex] = State::Done;
                open.pop_back();
                continue;
            }
            const std::size_t to = next[visit.vertex][visit.edge++];
            if (states[to] != State::Open) {
                kept[visit.vertex].push_back(to);
            }
            if (states[to] == State::New) {
                states[to] = State::Open;
                open.push_back({to, 0});
            }
        }
    }
    return kept;
}

/// Of each vertex the longest way to it.
std::vector<std::size_t> layersOf(const Neighbours& next)
{
    std::vector<std::size_t> before(next.size());
    for (const auto& ends : next) {
        for (const std::size_t to : ends) {
            ++before[to];
        }
    }
    std::vector<std::size_t> ready;
    for (std::size_t i = 0; i < next.size(); ++i) {
        if (before[i] == 0) {
            ready.push_back(i);
        }
    }
    std::vector<std::size_t> layers(next.size());
    for (std::size_t i = 0; i < ready.size(); ++i) {
        for (const std::size_t to : next[ready[i]]) {
            layers[to] = std::max(layers[to], layers[ready[i]] + 1);
            if (--before[to] == 0) {
                ready.push_back(to);
            }
        }
    }
    return layers;
}

/// A graph whose edges over several layers bend in each of them, at a small vertex of its own.
struct Bent {
    FlowShape shape;                  ///< of steps from layer to layer
    std::vector<std::size_t> layers;  ///< of its vertices
    std::vector<std::vector<std::size_t>>
        ways;  ///< of each edge the vertices that it passes, both ends among them
};

Bent bentOf(const FlowShape& shape)
{
    const QSizeF bend(14, 10);
    Bent bent{.shape = {.vertices = shape.vertices}, .layers = layersOf(withoutCircles(shape))};
    std::size_t bends = 0;
    for (const FlowShape::Edge& edge : shape.edges) {
        std::vector<std::size_t> way = {edge.from};
        const std::size_t first = bent.layers[edge.from] + 1;
        const std::size_t last = bent.layers[edge.to];
        if (first < last && bends + (last - first) <= kMostBends) {
            for (std::size_t layer = first; layer < last; ++layer, ++bends) {
                way.push_back(bent.shape.vertices.size());
                bent.shape.vertices.push_back(bend);
                bent.layers.push_back(layer);
            }
        }
        way.push_back(edge.to);
        for (std::size_t i = 1; i < way.size(); ++i) {
            bent.shape.edges.push_back({way[i - 1], way[i]});
        }
        bent.ways.push_back(std::move(way));
    }
    return bent;
}

class Layers {
public:
    explicit Layers(const Bent& bent)
        : m_shape(bent.shape)
        , m_joined(bent.shape.vertices.size())
        , m_layerOf(bent.layers)
    {
        const FlowShape& shape = bent.shape;
        for (const FlowShape::Edge& edge : shape.edges) {
            m_joined[edge.from].push_back(edge.to);
            m_joined[edge.to].push_back(edge.from);
        }
        for (std::size_t i = 0; i < m_layerOf.size(); ++i) {
            m_layers.resize(std::max(m_layers.size(), m_layerOf[i] + 1));
            m_layers[m_layerOf[i]].push_back(i);
        }
        m_centers.resize(shape.vertices.size());
    }

    [[nodiscard]] std::vector<QPointF> centers()
    {
        for (std::size_t layer = 0; layer < m_layers.size(); ++layer) {
            pack(layer);
        }
        for (int sweep = 0; sweep < kSweeps; ++sweep) {
            const bool isDown = sweep % 2 == 0;
            for (std::size_t i = 0; i < m_layers.size(); ++i) {
                const std::size_t layer = isDown ? i : m_layers.size() - 1 - i;
                order(layer, isDown);
                pack(layer);
            }
        }
        double y = 0;
        for (const auto& layer : m_layers) {
            double height = 0;
            for (const std::size_t vertex : layer) {
                height = std::max(height, m_shape.vertices[vertex].height());
            }
            for (const std::size_t vertex : layer) {
                m_centers[vertex].setY(y + height / 2);
            }
            y += height + kLayerGap;
        }
        return m_centers;
    }

private:
    /// By where those lie that a vertex is joined with in the layers that were ordered before.
    void order(std::size_t layer, bool isDown)
    {
        std::vector<std::pair<double, std::size_t>> wanted;
        for (const std::size_t vertex : m_layers[layer]) {
            double sum = 0;
            int count = 0;
            for (const std::size_t other : m_joined[vertex]) {
                const bool isBefore = isDown ? m_layerOf[other] < layer : m_layerOf[other] > layer;
                sum += isBefore ? m_centers[other].x() : 0;
                count += isBefore ? 1 : 0;
            }
            wanted.emplace_back(count == 0 ? m_centers[vertex].x() : sum / count, vertex);
        }
        std::ranges::stable_sort(wanted, {}, &std::pair<double, std::size_t>::first);
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            m_layers[layer][i] = wanted[i].second;
        }
    }

    /// One beside the other, the middle of all at 0.
    void pack(std::size_t layer)
    {
        double width = -kGap;
        for (const std::size_t vertex : m_layers[layer]) {
            width += m_shape.vertices[vertex].width() + kGap;
        }
        double x = -width / 2;
        for (const std::size_t vertex : m_layers[layer]) {
            const double own = m_shape.vertices[vertex].width();
            m_centers[vertex].setX(x + own / 2);
            x += own + kGap;
        }
    }

    const FlowShape& m_shape;
    Neighbours m_joined;
    std::vector<std::size_t> m_layerOf;
    std::vector<std::vector<std::size_t>> m_layers;
    std::vector<QPointF> m_centers;
};

/// Downwards from edge to edge of the boxes; upwards and sideways round the right side. \p shift parts edges that join the same two.
QPolygonF curveOf(
    const QPointF& from,
    const QSizeF& fromSize,
    const QPointF& to,
    const QSizeF& toSize,
    double shift)
{
    const QPointF right(1, 0);
    if (to.y() > from.y()) {
        const QPointF begin = from + QPointF(shift, fromSize.height() / 2);
        const QPointF end = to + QPointF(shift, -toSize.height() / 2);
        const QPointF down(0, std::min(kLayerGap, end.y() - begin.y()) * 0.6);
        return QPolygonF({begin, begin + down, end - down, end});
    }
    const QPointF begin = from + right * (fromSize.width() / 2) + QPointF(0, shift - 3);
    const QPointF end = to + right * (toSize.width() / 2) + QPointF(0, shift + 3);
    const double out = kLoop + std::abs(from.y() - to.y()) / 8 + std::abs(shift);
    const double far = std::max(begin.x(), end.x()) + out;
    return QPolygonF({begin, {far, begin.y() - kLoop / 2}, {far, end.y() + kLoop / 2}, end});
}

void findBounds(FlowLayout& layout, const FlowShape& shape)
{
    QRectF bounds;
    for (std::size_t i = 0; i < layout.centers.size(); ++i) {
        QRectF box(QPointF(), shape.vertices[i]);
        box.moveCenter(layout.centers[i]);
        bounds = bounds.united(box);
    }
    for (const QPolygonF& edge : layout.edges) {
        bounds = bounds.united(edge.boundingRect());
    }
    layout.bounds = bounds;
}

/// "v17": 17
std::optional<std::size_t> vertexOf(const QByteArray& name, std::size_t count)
{
    bool isNumber = false;
    const qulonglong number = name.mid(1).toULongLong(&isNumber);
    return isNumber && name.startsWith('v') && number < count
               ? std::optional(static_cast<std::size_t>(number))
               : std::nullopt;
}

/// "#00002a": 42
std::optional<std::size_t> edgeOf(QByteArray color, std::size_t count)
{
    color.replace('"', "");
    bool isNumber = false;
    const qulonglong number = color.mid(1).toULongLong(&isNumber, 16);
    return isNumber && color.startsWith('#') && number < count
               ? std::optional(static_cast<std::size_t>(number))
               : std::nullopt;
}

/// Reads what dot says of a graph of that height, whose y goes up.
class PlainReader {
public:
    explicit PlainReader(const FlowShape& shape) : m_shape(shape)
    {
        m_layout.centers.resize(shape.vertices.size());
        m_layout.edges.resize(static_cast<std::size_t>(shape.edges.size()));
    }

    void take(const QList<QByteArray>& words)
    {
        if (words.size() >= 4 && words[0] == "graph") {
            m_height = words[3].toDouble();
        } else if (words.size() >= 4 && words[0] == "node") {
            takeNode(words);
        } else if (words.size() >= 4 && words[0] == "edge") {
            takeEdge(words);
        } else if (words[0] == "stop") {
            m_isWhole = true;
        }
    }
    [[nodiscard]] std::optional<FlowLayout> layout()
    {
        const bool hasAll = m_isWhole && m_vertices == m_shape.vertices.size()
                            && std::ranges::none_of(m_layout.edges, &QPolygonF::isEmpty);
        if (!hasAll) {
            return std::nullopt;
        }
        findBounds(m_layout, m_shape);
        return std::move(m_layout);
    }

private:
    void takeNode(const QList<QByteArray>& words)
    {
        if (const auto vertex = vertexOf(words[1], m_shape.vertices.size())) {
            m_layout.centers[*vertex] = pointOf(words[2], words[3]);
            ++m_vertices;
        }
    }
    void takeEdge(const QList<QByteArray>& words)
    {
        const qsizetype points = words[3].toInt();
        const auto edge = edgeOf(words.back(), m_shape.edges.size());
        if (!edge || points < 4 || points % 3 != 1 || words.size() < 4 + 2 * points) {
            return;
        }
        QPolygonF curve;
        for (qsizetype i = 0; i < points; ++i) {
            curve.append(pointOf(words[4 + 2 * i], words[5 + 2 * i]));
        }
        m_layout.edges[*edge] = curve;
    }
    [[nodiscard]] QPointF pointOf(const QByteArray& x, const QByteArray& y) const
    {
        return {x.toDouble() * kPerInch, (m_height - y.toDouble()) * kPerInch};
    }

    const FlowShape& m_shape;
    FlowLayout m_layout;
    double m_height = 0;
    std::size_t m_vertices = 0;
    bool m_isWhole = false;
};

}  // namespace

FlowLayout layeredLayout(const FlowShape& shape)
{
    FlowLayout layout;
    const Bent bent = bentOf(shape);
    layout.centers = Layers(bent).centers();
    struct Between {
        int count = 0;
        int drawn = 0;
    };
    std::map<std::pair<std::size_t, std::size_t>, Between> between;
    for (const FlowShape::Edge& edge : shape.edges) {
        ++between[{edge.from, edge.to}].count;
    }
    for (std::size_t i = 0; i < shape.edges.size(); ++i) {
        const FlowShape::Edge& edge = shape.edges[i];
        Between& both = between[{edge.from, edge.to}];
        const QSizeF from = shape.vertices[edge.from];
        const QSizeF to = shape.vertices[edge.to];
        // All of them begin and end at the boxes, however many they are.
        const QSizeF least = from.boundedTo(to);
        const double room = 0.7 * std::min(least.width(), least.height());
        const double step = std::min(kBeside, room / std::max(both.count - 1, 1));
        const double shift = (both.drawn++ - (both.count - 1) / 2.0) * step;
        const std::vector<std::size_t>& way = bent.ways[i];
        QPolygonF curve;
        for (std::size_t k = 1; k < way.size(); ++k) {
            const QPolygonF piece = curveOf(
                layout.centers[way[k - 1]],
                k == 1 ? from : QSizeF(),
                layout.centers[way[k]],
                k + 1 == way.size() ? to : QSizeF(),
                way.size() > 2 ? 0 : shift);
            curve += curve.isEmpty() ? QList<QPointF>(piece) : piece.mid(1);
        }
        layout.edges.push_back(std::move(curve));
    }
    layout.centers.resize(shape.vertices.size());
    findBounds(layout, shape);
    return layout;
}

QByteArray dotInput(const FlowShape& shape)
{
    QByteArray text = "digraph { node [shape=box, fixedsize=true, label=\"\"]\n";
    for (std::size_t i = 0; i < shape.vertices.size(); ++i) {
        const QSizeF size = shape.vertices[i] / kPerInch;
        text += "v" + QByteArray::number(static_cast<qulonglong>(i))
                + " [width=" + QByteArray::number(size.width(), 'f', 3)
                + ", height=" + QByteArray::number(size.height(), 'f', 3) + "]\n";
    }
    for (std::size_t i = 0; i < shape.edges.size(); ++i) {
        constexpr int kDigits = 6;
        constexpr int kHex = 16;
        const QByteArray number = QByteArray::number(static_cast<qulonglong>(i), kHex);
        text += "v" + QByteArray::number(static_cast<qulonglong>(shape.edges[i].from)) + " -> v"
                + QByteArray::number(static_cast<qulonglong>(shape.edges[i].to)) + " [color=\"#"
                + number.rightJustified(kDigits, '0') + "\"]\n";
    }
    return text + "}\n";
}

std::optional<FlowLayout> readPlain(const QByteArray& plain, const FlowShape& shape)
{
    PlainReader reader(shape);
    for (const QByteArray& line : plain.split('\n')) {
        reader.take(line.simplified().split(' '));
    }
    return reader.layout();
}

}  // namespace vellum::gui::charts
