#include "common/table/merge.h"
#include "server/query/merge.h"
#include "server/query/registry.h"

#include <memory>
#include <utility>

namespace vellum::server::query {

using vellum::query::Table;

Result<Table> merged(
    const MergeContext& /*context*/,
    const vellum::query::TableRequest& request,
    PartAnswers<Table> parts)
{
    const table::Schema& schema = *request.asked.schema().answer;
    std::shared_ptr<void> whole = schema.make();
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const table::Value& part = parts[i].answer.answer;
        if (&part.schema() != &schema) {
            return Error{
                .kind = ErrorKind::Internal,
                .message = "the parts of a trace have answered another question"};
        }
        if (i == 0) {
            schema.copy(whole.get(), part.row());
        } else {
            table::merge(schema, whole.get(), part.row());
        }
    }
    VELLUM_RETURN_IF_ERROR(checkRows(schema, whole.get()));
    const TableQuery& query = queryOf(request.asked.schema());
    if (query.order != nullptr) {
        query.order(whole.get());
    }
    return Table{
        .window = parts.front().answer.window, .answer = table::Value(schema, std::move(whole))};
}

}  // namespace vellum::server::query
