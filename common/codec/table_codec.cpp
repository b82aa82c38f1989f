#include "common/codec/table_codec.h"

#include "common/codec/types_codec.h"
#include "common/query/questions.h"

#include <string>
#include <utility>

namespace vellum::codec {

namespace {

Result<const table::Schema*> questionNamed(capnp::Text::Reader text)
{
    const std::string_view name(text.cStr(), text.size());
    const table::Schema* question = query::findTableQuestion(name);
    if (question == nullptr) {
        return Error{
            .kind = ErrorKind::Unimplemented,
            .message = "the question '" + std::string(name) + "' is unknown to this version"};
    }
    return question;
}

capnp::Text::Reader nameOf(const table::Schema& schema, std::string& holder)
{
    holder = std::string(schema.name);
    return {holder.c_str(), holder.size()};
}

}  // namespace

void write(protocol::TableRequest::Builder out, const query::TableRequest& request)
{
    std::string name;
    out.setName(nameOf(request.asked.schema(), name));
    write(out.initScope(), request.scope);
    write(out.initQuestion(), request.asked.schema(), request.asked.row());
}

Result<query::TableRequest> read(protocol::TableRequest::Reader in)
{
    const auto question = questionNamed(in.getName());
    VELLUM_RETURN_IF_ERROR(question);
    auto scope = read(in.getScope());
    VELLUM_RETURN_IF_ERROR(scope);
    auto asked = read(in.getQuestion(), *question.value());
    VELLUM_RETURN_IF_ERROR(asked);
    return query::TableRequest{
        .scope = std::move(scope).value(), .asked = std::move(asked).value()};
}

void write(protocol::TableAnswer::Builder out, const query::Table& answer)
{
    std::string name;
    out.setName(nameOf(answer.answer.schema(), name));
    write(out.initWindow(), answer.window);
    write(out.initAnswer(), answer.answer.schema(), answer.answer.row());
}

Result<query::Table> read(protocol::TableAnswer::Reader in)
{
    const auto question = questionNamed(in.getName());
    VELLUM_RETURN_IF_ERROR(question);
    auto answer = read(in.getAnswer(), *question.value()->answer);
    VELLUM_RETURN_IF_ERROR(answer);
    return query::Table{.window = read(in.getWindow()), .answer = std::move(answer).value()};
}

}  // namespace vellum::codec
