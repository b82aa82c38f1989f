#include "common/table/equal.h"

#include "common/table/access.h"

#include <algorithm>

namespace vellum::table {

namespace {

bool areListsEqual(const Column& column, const void* a, const void* b)
{
    const ListView left = listAt(column, a);
    const ListView right = listAt(column, b);
    bool isSame = left.size == right.size;
    for (std::size_t i = 0; isSame && i < left.size; ++i) {
        isSame = equal(*column.rows, left[i], right[i]);
    }
    return isSame;
}

}  // namespace

bool equal(const Schema& schema, const void* a, const void* b)
{
    return std::ranges::all_of(schema.columns, [&](const Column& column) {
        switch (column.type) {
        case Type::Derived:
            return true;
        case Type::Text:
            return textAt(column, a) == textAt(column, b);
        case Type::Row:
            return equal(*column.rows, column.in(a), column.in(b));
        case Type::List:
            return areListsEqual(column, a, b);
        case Type::Whole:
        case Type::Signed:
        case Type::Real:
            break;
        }
        return wholeAt(column, a) == wholeAt(column, b);
    });
}

bool operator==(const Value& a, const Value& b)
{
    if (a.m_schema != b.m_schema || a.m_row == b.m_row) {
        return a.m_schema == b.m_schema;
    }
    return equal(*a.m_schema, a.row(), b.row());
}

}  // namespace vellum::table
