#include "gui/models/flame_difference.h"

#include <exception>
#include <optional>
#include <utility>
#include <variant>

namespace vellum::gui::models {

namespace {

struct ClockedTree {
    std::optional<FlameTree> tree;  ///< nothing: the answer is no tree
    double ticksPerSecond = 1;
};

ClockedTree treeOf(
    const query::Answer& answer, const std::shared_ptr<const Definitions>& definitions)
{
    return {
        .tree = flameTree(std::get<query::CallTree>(answer), definitions, FlameSize::Time),
        .ticksPerSecond = static_cast<double>(definitions->clock.ticksPerSecond)};
}

/// In the clock of \p after; null where one of them is no tree.
std::shared_ptr<const FlameTree> joinedTree(
    ClockedTree before,
    const ClockedTree& after,
    const compare::Matching& matching,
    const std::stop_token& stop)
{
    if (!before.tree || !after.tree) {
        return nullptr;
    }
    const double scale = after.ticksPerSecond / before.ticksPerSecond;
    for (FlameNode& node : before.tree->nodes) {
        node.size *= scale;
        node.self *= scale;
    }
    before.tree->total *= scale;
    return std::make_shared<const FlameTree>(
        flameDifference(*before.tree, *after.tree, matching, stop));
}

}  // namespace

/// One of the two traces.
struct FlameDifference::Half {
    Half(data::DataSource& source, Differences::Side of)
        : side(std::move(of))
        , table(source, side.trace->id, *side.view, [view = side.view] {
            return query::Scope{
                .window = view->range(), .locations = view->filters().scope(), .filter = {}};
        })
    {
    }

    /// Null while there is no answer.
    [[nodiscard]] std::shared_ptr<const query::Answer> paths() const
    {
        const auto& answer = table.answer();
        return answer != nullptr && std::holds_alternative<query::CallTree>(*answer) ? answer
                                                                                     : nullptr;
    }

    Differences::Side side;
    WindowTable table;
};

FlameDifference::FlameDifference(data::DataSource& source, QObject* parent)
    : QObject(parent)
    , m_source(source)
{
    connect(&source, &data::DataSource::restored, this, [this] {
        if (m_a && m_b) {
            m_a->table.askAnew();
            m_b->table.askAnew();
        }
    });
}

FlameDifference::~FlameDifference() = default;

std::unique_ptr<FlameDifference::Half> FlameDifference::makeHalf(const Differences::Side& side)
{
    auto half = std::make_unique<Half>(m_source, side);
    connect(&half->table, &WindowTable::asked, this, &FlameDifference::changed);
    connect(&half->table, &WindowTable::answered, this, &FlameDifference::join);
    half->table.ask([](const query::Scope& scope) {
        query::CallTreeRequest request;
        request.scope = scope;
        return query::Request(std::move(request));
    });
    return half;
}

void FlameDifference::setSides(const Differences::Side& a, const Differences::Side& b)
{
    if (m_a && m_b && m_a->side == a && m_b->side == b) {
        return;
    }
    clear();
    m_a = makeHalf(a);
    m_b = makeHalf(b);
    emit changed();
}

void FlameDifference::clear()
{
    if (m_a) {
        m_a.reset();
        m_b.reset();
        m_tree.reset();
        m_error.clear();
        m_work.cancel();
        emit changed();
    }
}

const ClockProperties* FlameDifference::clock() const
{
    return m_b ? &m_b->side.trace->definitions->clock : nullptr;
}

void FlameDifference::setMatching(const compare::Matching& matching)
{
    if (matching != m_matching) {
        m_matching = matching;
        join();
    }
}

/// The last tree stays until both have answered, and are joined.
void FlameDifference::join()
{
    m_error.clear();
    m_work.cancel();
    const auto before = m_a ? m_a->paths() : nullptr;
    const auto after = m_b ? m_b->paths() : nullptr;
    if (before == nullptr || after == nullptr) {
        m_tree.reset();
        emit changed();
        return;
    }
    const auto work = [before,
                       after,
                       definitions = m_a->side.trace->definitions,
                       other = m_b->side.trace->definitions,
                       matching = m_matching](const std::stop_token& stop) {
        auto joined = std::make_shared<Joined>();
        try {
            joined->tree =
                joinedTree(treeOf(*before, definitions), treeOf(*after, other), matching, stop);
        } catch (const std::exception& failure) {  // there is not enough memory
            joined->error =
                tr("the two could not be joined: %1").arg(QString::fromLatin1(failure.what()));
        }
        return joined;
    };
    m_work.start(work, [this](const std::shared_ptr<const Joined>& joined) {
        m_tree = joined->tree;
        m_error = !joined->error.isEmpty() ? joined->error
                  : joined->tree == nullptr
                      ? tr("A server's call tree has a path before its caller.")
                      : QString();
        emit changed();
    });
    emit changed();
}

Exactness FlameDifference::exactness() const
{
    if (!errorText().isEmpty()) {
        return Exactness::Failed;
    }
    const bool isExact = !m_a || !m_b
                         || (!m_work.isBusy() && m_a->table.exactness() == Exactness::Exact
                             && m_b->table.exactness() == Exactness::Exact);
    return isExact ? Exactness::Exact : Exactness::Refining;
}

QString FlameDifference::errorText() const
{
    if (!m_error.isEmpty()) {
        return m_error;
    }
    for (const auto* half : {m_a.get(), m_b.get()}) {
        if (half != nullptr && !half->table.errorText().isEmpty()) {
            return QStringLiteral("%1: %2").arg(half->side.letter, half->table.errorText());
        }
    }
    return {};
}

}  // namespace vellum::gui::models
