#include "gui/models/flame_difference.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace vellum::gui::models {

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

    /// Nothing while there is no answer; `isBroken` where it is no tree.
    [[nodiscard]] std::optional<FlameTree> tree(bool& isBroken) const
    {
        const auto& answer = table.answer();
        const auto* paths = answer ? std::get_if<query::CallTree>(answer.get()) : nullptr;
        if (paths == nullptr) {
            return std::nullopt;
        }
        auto flame = flameTree(*paths, side.trace->definitions, FlameSize::Time);
        isBroken = isBroken || !flame;
        return flame;
    }
    [[nodiscard]] double ticksPerSecond() const
    {
        return static_cast<double>(side.trace->definitions->clock.ticksPerSecond);
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
    connect(&half->table, &WindowTable::answered, this, &FlameDifference::take);
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
    m_tree.reset();
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
        emit changed();
    }
}

const ClockProperties* FlameDifference::clock() const
{
    return m_b ? &m_b->side.trace->definitions->clock : nullptr;
}

/// The last tree stays until both have answered.
void FlameDifference::take()
{
    if (m_a && m_b) {
        m_isBroken = false;
        auto before = m_a->tree(m_isBroken);
        const auto after = m_b->tree(m_isBroken);
        if (before && after) {
            const double scale = m_b->ticksPerSecond() / m_a->ticksPerSecond();
            for (FlameNode& node : before->nodes) {
                node.size *= scale;
                node.self *= scale;
            }
            before->total *= scale;
            m_tree = std::make_shared<const FlameTree>(flameDifference(*before, *after));
        } else {
            m_tree.reset();
        }
    }
    emit changed();
}

Exactness FlameDifference::exactness() const
{
    if (!errorText().isEmpty()) {
        return Exactness::Failed;
    }
    const bool isExact = !m_a || !m_b
                         || (m_a->table.exactness() == Exactness::Exact
                             && m_b->table.exactness() == Exactness::Exact);
    return isExact ? Exactness::Exact : Exactness::Refining;
}

QString FlameDifference::errorText() const
{
    if (m_isBroken) {
        return tr("A server's call tree has a path before its caller.");
    }
    for (const auto* half : {m_a.get(), m_b.get()}) {
        if (half != nullptr && !half->table.errorText().isEmpty()) {
            return QStringLiteral("%1: %2").arg(half->side.letter, half->table.errorText());
        }
    }
    return {};
}

}  // namespace vellum::gui::models
