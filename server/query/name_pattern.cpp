#include "server/query/name_pattern.h"

#include "common/base/number_text.h"
#include "common/query/limits.h"

#include <string>
#include <utility>

namespace vellum::server::query {

namespace {

Error invalid(std::string message)
{
    return {.kind = ErrorKind::InvalidArgument, .message = std::move(message)};
}

bool isWordCharacter(char32_t c)
{
    return (c >= U'0' && c <= U'9') || (c >= U'A' && c <= U'Z') || (c >= U'a' && c <= U'z')
           || c == U'_';
}

char32_t otherCase(char32_t c)
{
    const char32_t lower = c | 0x20U;
    return c < 0x80 && lower >= U'a' && lower <= U'z' ? c ^ 0x20U : c;
}

}  // namespace

/// Turns a tree into states, from the end to the beginning: each part is told where it goes on.
class PatternCompiler {
public:
    using StateIndex = NamePattern::StateIndex;
    using StateKind = NamePattern::StateKind;
    using Node = PatternNode;

    PatternCompiler(const PatternTree& tree, NamePattern& out) : m_tree(tree), m_out(out) {}

    /// False if there are too many states.
    bool run()
    {
        const StateIndex match = add({.kind = StateKind::Match});
        m_out.m_start = emit(m_tree.root, match);
        return !m_full;
    }

private:
    StateIndex add(NamePattern::State state)
    {
        if (m_out.m_states.size() >= NamePattern::kMaxStates) {
            m_full = true;
            return 0;
        }
        m_out.m_states.push_back(state);
        return static_cast<StateIndex>(m_out.m_states.size() - 1);
    }

    StateIndex emit(std::size_t place, StateIndex next)
    {
        const Node& node = m_tree.nodes[place];
        switch (node.kind) {
        case Node::Kind::Empty:
            return next;
        case Node::Kind::Set:
            m_out.m_sets.push_back(node.set);
            return add(
                {.kind = StateKind::Set,
                 .next = next,
                 .set = static_cast<std::uint32_t>(m_out.m_sets.size() - 1)});
        case Node::Kind::Sequence:
            for (std::size_t i = node.children.size(); i-- > 0;) {
                next = emit(node.children[i], next);
            }
            return next;
        case Node::Kind::Choice:
            return emitChoice(node, next);
        case Node::Kind::Repeat:
            return emitRepeat(node, next);
        case Node::Kind::NameBegin:
            return add({.kind = StateKind::NameBegin, .next = next});
        case Node::Kind::NameEnd:
            return add({.kind = StateKind::NameEnd, .next = next});
        case Node::Kind::WordEdge:
            return add({.kind = StateKind::WordEdge, .next = next});
        case Node::Kind::NoWordEdge:
            return add({.kind = StateKind::NoWordEdge, .next = next});
        }
        return next;
    }

    StateIndex emitChoice(const Node& node, StateIndex next)
    {
        StateIndex choice = emit(node.children.back(), next);
        for (std::size_t i = node.children.size() - 1; i-- > 0;) {
            const StateIndex way = emit(node.children[i], next);
            choice = add({.kind = StateKind::Split, .next = way, .other = choice});
        }
        return choice;
    }

    StateIndex emitRepeat(const Node& node, StateIndex next)
    {
        const std::size_t item = node.children.front();
        StateIndex begin = next;
        if (node.most == Node::kUnbounded) {
            begin = add({.kind = StateKind::Split, .other = next});
            const StateIndex inside = emit(item, begin);
            m_out.m_states[begin].next = inside;
        } else {
            for (std::uint32_t i = node.least; i < node.most && !m_full; ++i) {
                const StateIndex inside = emit(item, begin);
                begin = add({.kind = StateKind::Split, .next = inside, .other = next});
            }
        }
        for (std::uint32_t i = 0; i < node.least && !m_full; ++i) {
            begin = emit(item, begin);
        }
        return begin;
    }

    const PatternTree& m_tree;
    NamePattern& m_out;
    bool m_full = false;
};

/// Follows all ways through the states at once.
class PatternRun {
public:
    PatternRun(const NamePattern& pattern, std::u32string_view name, NamePattern::Budget& budget)
        : m_pattern(pattern)
        , m_name(name)
        , m_budget(budget)
        , m_seenAt(pattern.m_states.size())
    {
    }

    Result<bool> run()
    {
        for (std::size_t at = 0; at <= m_name.size(); ++at) {
            m_round = at + 1;
            m_now.clear();
            for (const auto state : m_next) {
                reach(state, at);
            }
            reach(m_pattern.m_start, at);
            if (m_isFound) {
                return true;
            }
            m_next.clear();
            for (const auto state : m_now) {
                const auto& from = m_pattern.m_states[state];
                if (at < m_name.size() && m_pattern.accepts(from.set, m_name[at])) {
                    m_next.push_back(from.next);
                }
            }
            VELLUM_RETURN_IF_ERROR(pay());
        }
        return false;
    }

private:
    using StateIndex = NamePattern::StateIndex;
    using StateKind = NamePattern::StateKind;

    /// Adds a state and all that are reached from it without reading a character.
    void reach(StateIndex first, std::size_t at)
    {
        m_todo.push_back(first);
        while (!m_todo.empty()) {
            const StateIndex index = m_todo.back();
            m_todo.pop_back();
            if (std::exchange(m_seenAt[index], m_round) == m_round) {
                continue;
            }
            ++m_steps;
            const auto& state = m_pattern.m_states[index];
            if (state.kind == StateKind::Match) {
                m_isFound = true;
            } else if (state.kind == StateKind::Set) {
                m_now.push_back(index);
            } else if (state.kind == StateKind::Split) {
                m_todo.push_back(state.other);
                m_todo.push_back(state.next);
            } else if (holds(state.kind, at)) {
                m_todo.push_back(state.next);
            }
        }
    }

    [[nodiscard]] bool holds(StateKind kind, std::size_t at) const
    {
        if (kind == StateKind::NameBegin) {
            return at == 0;
        }
        if (kind == StateKind::NameEnd) {
            return at == m_name.size();
        }
        const bool before = at > 0 && isWordCharacter(m_name[at - 1]);
        const bool behind = at < m_name.size() && isWordCharacter(m_name[at]);
        return (before != behind) == (kind == StateKind::WordEdge);
    }

    Result<void> pay()
    {
        if (m_steps > m_budget.steps) {
            return Error{
                .kind = ErrorKind::ResourceExhausted,
                .message = "the expression is too costly for the names of this trace"};
        }
        m_budget.steps -= std::exchange(m_steps, 0);
        if (m_budget.cancel.stop_requested()) {
            return Error{.kind = ErrorKind::Cancelled, .message = "the request was cancelled"};
        }
        return {};
    }

    const NamePattern& m_pattern;
    std::u32string_view m_name;
    NamePattern::Budget& m_budget;
    std::vector<std::size_t> m_seenAt;  ///< the round in which a state was last reached
    std::size_t m_round = 0;
    std::uint64_t m_steps = 0;
    std::vector<StateIndex> m_now;
    std::vector<StateIndex> m_next;
    std::vector<StateIndex> m_todo;
    bool m_isFound = false;
};

Result<NamePattern> NamePattern::compile(std::string_view pattern, bool ignoreCase)
{
    if (pattern.size() > vellum::query::kMaxPatternBytes) {
        return invalid(
            "the expression has " + grouped(pattern.size()) + " bytes, at most "
            + grouped(vellum::query::kMaxPatternBytes) + " can be");
    }
    const auto tree = parsePattern(pattern);
    VELLUM_RETURN_IF_ERROR(tree);
    NamePattern compiled;
    compiled.m_ignoreCase = ignoreCase;
    if (!PatternCompiler(tree.value(), compiled).run()) {
        return invalid(
            "the expression's counted repetitions make more than " + grouped(kMaxStates)
            + " states");
    }
    return compiled;
}

Result<bool> NamePattern::isFoundIn(std::string_view name, Budget& budget) const
{
    const std::u32string decoded = decodeUtf8(name.substr(0, kMaxNameBytes));
    return PatternRun(*this, decoded, budget).run();
}

bool NamePattern::accepts(std::uint32_t set, char32_t character) const
{
    const CharacterSet& characters = m_sets[set];
    if (!m_ignoreCase) {
        return characters.contains(character);
    }
    // Case is ignored before a set is turned round: [^a] does not accept A.
    const bool isEither = characters.contains(character) != characters.negated
                          || characters.contains(otherCase(character)) != characters.negated;
    return isEither != characters.negated;
}

}  // namespace vellum::server::query
