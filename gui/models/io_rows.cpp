#include "gui/models/io_rows.h"

#include "gui/models/row_order.h"

#include <QObject>

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace vellum::gui::models {

namespace {

void add(query::IoPoint& to, const query::IoPoint& from)
{
    to.column = from.column;
    to.reads += from.reads;
    to.writes += from.writes;
    to.flushes += from.flushes;
    to.others += from.others;
    to.bytesRead += from.bytesRead;
    to.bytesWritten += from.bytesWritten;
    to.opened += from.opened;
    to.closed += from.closed;
    to.readTime += from.readTime;
    to.writeTime += from.writeTime;
    to.flushTime += from.flushTime;
    to.otherTime += from.otherTime;
}

void add(query::IoNumbers& to, const query::IoNumbers& from)
{
    to.reads += from.reads;
    to.writes += from.writes;
    to.flushes += from.flushes;
    to.others += from.others;
    to.bytesRead += from.bytesRead;
    to.bytesWritten += from.bytesWritten;
    to.time += from.time;
    to.opened += from.opened;
    to.closed += from.closed;
}

void add(std::vector<query::IoPoint>& to, const std::vector<query::IoPoint>& from)
{
    std::vector<query::IoPoint> sum;
    sum.reserve(to.size() + from.size());
    auto own = to.begin();
    for (const query::IoPoint& point : from) {
        while (own != to.end() && own->column < point.column) {
            sum.push_back(*own++);
        }
        sum.push_back(point);
        if (own != to.end() && own->column == point.column) {
            add(sum.back(), *own++);
        }
    }
    sum.insert(sum.end(), own, to.end());
    to = std::move(sum);
}

/// Those of one kind that overlap or touch become one.
std::vector<query::IoSpan> united(std::vector<query::IoSpan> spans)
{
    std::ranges::sort(spans, {}, [](const query::IoSpan& span) {
        return std::tuple(span.kind, span.range.begin, span.range.end);
    });
    std::vector<query::IoSpan> all;
    for (const query::IoSpan& span : spans) {
        if (all.empty() || all.back().kind != span.kind
            || all.back().range.end < span.range.begin) {
            all.push_back(span);
            continue;
        }
        query::IoSpan& before = all.back();
        before.range.end = std::max(before.range.end, span.range.end);
        before.count += span.count;
        before.isBegun = before.isBegun && span.isBegun;
        before.isEnded = before.isEnded && span.isEnded;
    }
    return all;
}

struct Step {
    QString key;  ///< among its siblings
    QString name;
};
using Path = std::vector<Step>;

/// What stands above a handle's numbers on a location.
class Paths {
public:
    Paths(const Definitions& definitions, IoRowsBy by) : m_definitions(definitions), m_by(by)
    {
        if (by == IoRowsBy::SystemTree) {
            addTree();
        }
    }

    [[nodiscard]] Path of(const query::IoRow& row) const
    {
        const Step file = fileOf(row.handle);
        if (m_by == IoRowsBy::SystemTree) {
            const auto above = m_above.find(row.location);
            Path path = above != m_above.end() ? above->second : Path{locationOf(row.location)};
            path.push_back(file);
            return path;
        }
        const Step location = locationOf(row.location);
        return m_by == IoRowsBy::File ? Path{file, location} : Path{location, file};
    }

private:
    void addTree()
    {
        Path path;
        std::set<std::uint64_t> open;  // rows that would start folded
        for (const Row& row : visibleRows(m_definitions, {})) {
            if (row.startsFolded) {
                open.insert(row.key);
            }
        }
        for (const Row& row : visibleRows(m_definitions, open)) {
            path.resize(std::min(path.size(), static_cast<std::size_t>(row.level)));
            path.push_back({.key = QString::number(row.key), .name = row.name});
            if (row.kind == RowKind::Location) {
                m_above[row.locations.front()] = path;
            }
        }
    }

    [[nodiscard]] Step fileOf(IoHandleRef handle) const
    {
        const QString name = fileName(m_definitions, handle);
        return {.key = name, .name = name};
    }

    [[nodiscard]] Step locationOf(LocationRef ref) const
    {
        const Location* location = m_definitions.find(ref);
        const QString name = location != nullptr ? qualifiedName(m_definitions, *location)
                                                 : QObject::tr("location %1").arg(ref.value());
        return {.key = name, .name = name};
    }

    const Definitions& m_definitions;
    IoRowsBy m_by;
    std::unordered_map<LocationRef, Path> m_above;
};

/// A row and the rows below it.
struct Node {
    IoTreeRow row;
    std::vector<std::size_t> below;
    std::map<QString, std::size_t> places;
};

class Tree {
public:
    Tree(const query::Io& answer, const Definitions& definitions, IoRowsBy by)
    {
        const Paths paths(definitions, by);
        for (std::size_t i = 0; i < answer.rows.size(); ++i) {
            const query::IoRow& row = answer.rows[i];
            const Path path = paths.of(row);
            std::size_t at = 0;  // the root, which is nobody's row
            for (const Step& step : path) {
                at = child(at, step);
                IoTreeRow& sum = m_nodes[at].row;
                sum.of.push_back(i);
                add(sum.numbers, row.numbers);
                add(sum.points, row.points);
                sum.spans.insert(sum.spans.end(), row.spans.begin(), row.spans.end());
            }
        }
        for (Node& node : m_nodes) {
            node.row.isParent = !node.below.empty();
            node.row.spans = united(std::move(node.row.spans));
        }
    }

    [[nodiscard]] const std::vector<Node>& nodes() const { return m_nodes; }

private:
    std::size_t child(std::size_t parent, const Step& step)
    {
        const auto [place, isNew] = m_nodes[parent].places.try_emplace(step.key, m_nodes.size());
        const std::size_t at = place->second;
        if (isNew) {
            m_nodes[parent].below.push_back(at);
            const IoTreeRow& above = m_nodes[parent].row;
            Node node;
            node.row.name = step.name;
            node.row.key = parent == 0 ? step.key : above.key + QLatin1Char('\n') + step.key;
            node.row.level = parent == 0 ? 0 : above.level + 1;
            m_nodes.push_back(std::move(node));
        }
        return at;
    }

    std::vector<Node> m_nodes{1};
};

}  // namespace

QString fileName(const Definitions& definitions, IoHandleRef handle)
{
    const IoHandle* known = definitions.find(handle);
    const IoFile* file = known != nullptr ? definitions.find(known->file) : nullptr;
    const std::string text = file != nullptr    ? file->name
                             : known != nullptr ? known->name
                                                : std::string();
    return text.empty() ? QObject::tr("handle %1").arg(handle.value())
                        : QString::fromStdString(text);
}

std::vector<IoTreeRow> ioRows(
    const query::Io& answer,
    const Definitions& definitions,
    IoRowsBy by,
    const std::set<QString>& folded)
{
    const Tree tree(answer, definitions, by);
    std::vector<IoTreeRow> rows;
    std::vector<std::size_t> todo;
    const auto addBelow = [&](const Node& node) {
        todo.insert(todo.end(), node.below.rbegin(), node.below.rend());
    };
    addBelow(tree.nodes().front());
    while (!todo.empty()) {
        const Node& node = tree.nodes()[todo.back()];
        todo.pop_back();
        rows.push_back(node.row);
        rows.back().isFolded = node.row.isParent && folded.contains(node.row.key);
        if (!rows.back().isFolded) {
            addBelow(node);
        }
    }
    return rows;
}

std::set<QString> ioParents(const query::Io& answer, const Definitions& definitions, IoRowsBy by)
{
    std::set<QString> keys;
    for (const IoTreeRow& row : ioRows(answer, definitions, by, {})) {
        if (row.isParent) {
            keys.insert(row.key);
        }
    }
    return keys;
}

}  // namespace vellum::gui::models
