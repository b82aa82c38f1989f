#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace vellum::table {

// What a row of an answer or of a question consists of, said once. The rows themselves are plain structs; a
// descriptor says of each member how it is called, what it means and how the values of parts become one. All that
// is done with rows alike (the wire, equality, merging, printing, random rows for tests) works from descriptors.
// docs/decisions/0017 says why.

struct Schema;

enum class Type : std::uint8_t {
    Whole,
    Signed,
    Real,
    Text,
    Row,      ///< a struct inside the struct; its columns are columns of the outer row
    List,     ///< a std::vector of rows
    Derived,  ///< computed from other columns: shown, never stored or sent
};

/// What a number means to whoever shows it: how it is written, and which name stands beside it.
enum class Unit : std::uint8_t {
    None,
    Count,
    Bytes,
    Duration,     ///< ticks
    Rate,         ///< bytes per tick
    Nanoseconds,  ///< where more than one trace is meant, each with a clock of its own
    Ratio,        ///< of two alike
    Share,        ///< of a whole: 1 is all of it
    By,           ///< as the unit that belongs to the answer's `by`
    Location,     ///< from here on references, each with a name
    LocationGroup,
    SystemTreeNode,
    Region,
    Communicator,
    IoFile,
};

/// How the values of parts (ranks, threads) become one. Rows with equal keys are one row.
enum class Merge : std::uint8_t {
    Same,  ///< equal in all parts: the first is taken
    Key,
    Sum,  ///< saturates
    Least,
    Most,
};

/// A std::vector of rows without its type.
struct ListAccess {
    std::size_t (*size)(const void* list);
    const void* (*data)(const void* list);
    void* (*resize)(void* list, std::size_t size);  ///< returns the first row
};

struct Column {
    std::string_view
        name;  ///< snake_case: on the wire, in JSON and CSV, as an option; never renamed
    std::string_view says;  ///< half a sentence for docs and --help
    Unit unit = Unit::None;
    Merge merge = Merge::Same;
    bool isDetail = false;    ///< left out of tables for people
    Type type = Type::Whole;  ///< this and `bytes` are filled in by `column` and `derived`
    std::uint8_t bytes = 8;   ///< of a number in memory: 1, 2, 4 or 8
    /// Of a number: what is accepted from outside. Of a text or list: its length.
    std::uint64_t least = 0;
    std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
    std::span<const std::string_view> words{};  ///< of an enumeration, by its numbers
    std::span<const Unit> units{};  ///< of the column "by": what Unit::By means, by its numbers

    // So is the rest.
    const Schema* rows = nullptr;  ///< of Row and List
    const ListAccess* list = nullptr;
    const void* (*in)(const void* row) = nullptr;  ///< where it lies in a row
    double (*of)(const void* row) = nullptr;       ///< of Derived; NaN: there is no such value
};

struct Schema {
    std::string_view name;  ///< kebab-case; of a question: as the command line has it
    std::span<const Column> columns{};
    const Schema* answer = nullptr;  ///< of a question: the row it is answered by
    std::size_t bytes = 0;           ///< of a row in memory
    std::shared_ptr<void> (*make)() = nullptr;
    void (*copy)(void* to, const void* from) = nullptr;
};

// How a descriptor is written ----------------------------------------------------------------

template <typename T>
concept StrongIdLike = requires
{
    typename T::Representation;
};

template <typename T>
struct IsVector : std::false_type {
};
template <typename T>
struct IsVector<std::vector<T>> : std::true_type {
};

template <typename Vector>
inline constexpr ListAccess kListAccess{
    .size = [](const void* list) { return static_cast<const Vector*>(list)->size(); },
    .data = [](const void* list) -> const void* {
        return static_cast<const Vector*>(list)->data();
    },
    .resize = [](void* list, std::size_t size) -> void* {
        auto& vector = *static_cast<Vector*>(list);
        vector.resize(size);
        return vector.data();
    }};

template <typename Row, typename Member>
Row rowOf(Member Row::*);
template <typename Row>
Row rowOf(double (*)(const Row&));
template <typename Row, typename Member>
Member memberOf(Member Row::*);

template <typename T>
constexpr void describe(Column& column)
{
    if constexpr (std::is_same_v<T, std::string>) {
        column.type = Type::Text;
    } else if constexpr (IsVector<T>::value) {
        column.type = Type::List;
        column.rows = &T::value_type::kSchema;
        column.list = &kListAccess<T>;
    } else if constexpr (std::is_floating_point_v<T>) {
        static_assert(sizeof(T) == 8);
        column.type = Type::Real;
    } else if constexpr (std::is_integral_v<T> || std::is_enum_v<T> || StrongIdLike<T>) {
        column.type = std::is_signed_v<T> ? Type::Signed : Type::Whole;
        column.bytes = sizeof(T);
    } else {
        column.type = Type::Row;
        column.rows = &T::kSchema;
    }
}

/// column<&Row::bytes>({.name = "bytes", .says = "…", .unit = Unit::Bytes, .merge = Merge::Sum})
template <auto Member>
[[nodiscard]] constexpr Column column(Column column)
{
    using Row = decltype(rowOf(Member));
    describe<decltype(memberOf(Member))>(column);
    column.in = [](const void* row) -> const void* {
        return &(static_cast<const Row*>(row)->*Member);
    };
    return column;
}

/// derived<&meanOf>({.name = "mean", …}) with `double meanOf(const Row&)`.
template <auto function>
[[nodiscard]] constexpr Column derived(Column column)
{
    using Row = decltype(rowOf(function));
    column.type = Type::Derived;
    column.of = [](const void* row) { return function(*static_cast<const Row*>(row)); };
    return column;
}

template <typename Row>
[[nodiscard]] constexpr Schema schemaOf(
    std::string_view name, std::span<const Column> columns, const Schema* answer = nullptr)
{
    return {
        .name = name,
        .columns = columns,
        .answer = answer,
        .bytes = sizeof(Row),
        .make = []() -> std::shared_ptr<void> { return std::make_shared<Row>(); },
        .copy = [](void* to,
                   const void* from) { *static_cast<Row*>(to) = *static_cast<const Row*>(from); }};
}

// A row of any kind ----------------------------------------------------------------------------

/// A question or an answer. Immutable and shared: a copy costs a counter.
///
/// Threads  As of a shared pointer to something constant.
class Value {
public:
    Value() = default;  ///< of no kind
    Value(const Schema& schema, std::shared_ptr<const void> row)
        : m_schema(&schema)
        , m_row(std::move(row))
    {
    }
    template <typename Row>
    [[nodiscard]] static Value of(Row row)
    {
        return {Row::kSchema, std::make_shared<const Row>(std::move(row))};
    }

    /// Null where it is of another kind.
    template <typename Row>
    [[nodiscard]] const Row* as() const
    {
        return m_schema == &Row::kSchema ? static_cast<const Row*>(m_row.get()) : nullptr;
    }
    [[nodiscard]] bool isEmpty() const { return m_schema == nullptr; }
    /// Precondition: not empty.
    [[nodiscard]] const Schema& schema() const { return *m_schema; }
    [[nodiscard]] const void* row() const { return m_row.get(); }

    friend bool operator==(const Value& a, const Value& b);

private:
    const Schema* m_schema = nullptr;
    std::shared_ptr<const void> m_row;
};

}  // namespace vellum::table
