#include "common/table/random.h"

#include "common/table/access.h"

#include <algorithm>
#include <limits>
#include <string>

namespace vellum::table {

namespace {

std::uint64_t randomNumber(const Column& column, std::mt19937_64& random)
{
    std::uint64_t number = random() >> (random() % 64);
    if (!column.words.empty()) {
        return number % column.words.size();
    }
    const unsigned unused = 64U - 8U * column.bytes;
    const std::uint64_t most =
        std::min(column.most, std::numeric_limits<std::uint64_t>::max() >> unused);
    if (column.type == Type::Whole && (column.least > 0 || column.most != most || most < ~0ULL)) {
        const std::uint64_t span = most - column.least;
        return column.least + (span == ~0ULL ? number : number % (span + 1));
    }
    return number;
}

std::string randomText(const Column& column, std::mt19937_64& random)
{
    std::string text(random() % std::min<std::uint64_t>(column.most, 12), ' ');
    std::ranges::generate(text, [&random] { return static_cast<char>(random()); });
    return text;
}

void fillList(const Column& column, void* row, std::mt19937_64& random, std::size_t longest)
{
    const std::size_t size = random() % (std::min<std::uint64_t>(column.most, longest) + 1);
    auto* rows = static_cast<std::byte*>(column.list->resize(mutableIn(column, row), size));
    for (std::size_t i = 0; i < size; ++i, rows += column.rows->bytes) {
        fillRandom(*column.rows, rows, random, longest);
    }
}

}  // namespace

void fillRandom(const Schema& schema, void* row, std::mt19937_64& random, std::size_t longest)
{
    for (const Column& column : schema.columns) {
        switch (column.type) {
        case Type::Derived:
            break;
        case Type::Text:
            *static_cast<std::string*>(mutableIn(column, row)) = randomText(column, random);
            break;
        case Type::Row:
            fillRandom(*column.rows, mutableIn(column, row), random, longest);
            break;
        case Type::List:
            fillList(column, row, random, longest);
            break;
        case Type::Whole:
        case Type::Signed:
        case Type::Real:
            setWhole(column, row, randomNumber(column, random));
            break;
        }
    }
}

}  // namespace vellum::table
