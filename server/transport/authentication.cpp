#include "server/transport/authentication.h"

#include "common/base/check.h"
#include "common/base/log.h"

#include <zmq.h>

#include <algorithm>
#include <memory>
#include <string_view>

namespace vellum::server::transport {

namespace {

constexpr std::size_t kKeyBytes = 32;

// The frames of a ZAP question, and how many there can be.
enum ZapFrame : std::size_t {
    Version,
    RequestId,
    Domain,
    Address,
    Identity,
    Mechanism,
    Credentials
};
constexpr std::size_t kMaxFrames = 8;

std::string_view text(const protocol::Bytes& bytes)
{
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace

Authentication::Authentication(const socket::Context& context, const std::string& clientPublicKey)
    : m_socket(context, ZMQ_REP)
    , m_clientKey(kKeyBytes)
{
    VELLUM_ASSERT(
        zmq_z85_decode(reinterpret_cast<std::uint8_t*>(m_clientKey.data()), clientPublicKey.c_str())
        != nullptr);
    VELLUM_ASSERT(m_socket.bind("inproc://zeromq.zap.01").isOk());
}

bool Authentication::isAllowed(const std::vector<protocol::Bytes>& question) const
{
    return question.size() > Credentials && text(question[Mechanism]) == "CURVE"
           && question[Credentials] == m_clientKey;
}

void Authentication::answerAll()
{
    while (const auto question = m_socket.receive(kMaxFrames)) {
        const bool isOurs = isAllowed(*question);
        if (!isOurs && question->size() > Address) {
            log::warning(
                "refused a client from " + std::string(text((*question)[Address]))
                + ": it does not have the key of our connection file");
        }
        const std::string_view id =
            question->size() > RequestId ? text((*question)[RequestId]) : "";
        m_socket.send(
            {"1.0", id, isOurs ? "200" : "400", isOurs ? "OK" : "unknown key", "client"},
            std::make_shared<const protocol::Bytes>());
    }
}

}  // namespace vellum::server::transport
