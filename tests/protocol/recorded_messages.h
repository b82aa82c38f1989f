#pragma once

#include "common/codec/messages.h"

#include <string>
#include <vector>

namespace vellum::tests {

template <typename Content>
struct Recorded {
    std::string name;  ///< of the file, without ".bin"
    codec::RequestNumber number = 0;
    Content content;
};

// What the files of tests/protocol/1 must decode to, for ever: values of every kind, each member
// different from its default. Add to these lists; never change what stands in them.

[[nodiscard]] std::vector<Recorded<codec::ClientContent>> clientMessagesOfProtocol1();
[[nodiscard]] std::vector<Recorded<codec::ServerContent>> serverMessagesOfProtocol1();

}  // namespace vellum::tests
