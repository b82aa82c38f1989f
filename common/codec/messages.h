#pragma once

#include "common/base/result.h"
#include "common/query/answers.h"
#include "common/query/live_state.h"
#include "common/query/requests.h"
#include "common/query/trace_selection.h"
#include "common/trace/definitions.h"

#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace vellum::codec {

// The messages of common/protocol as plain values. What each means, its limits and its errors stand
// in the schemas. Strings are bytes, meant as UTF-8.

/// Numbers the client's requests; every answer carries the number of its request.
using RequestNumber = std::uint64_t;

/// A trace opened in the server, valid for one connection.
using TraceHandle = std::uint64_t;

struct Hello {
    std::uint32_t protocol = 0;
    std::string program;

    friend bool operator==(const Hello&, const Hello&) = default;
};

struct Open {
    query::TraceSelection trace;

    friend bool operator==(const Open&, const Open&) = default;
};

struct Close {
    TraceHandle trace = 0;

    friend bool operator==(const Close&, const Close&) = default;
};

struct ListDirectory {
    std::string directory;

    friend bool operator==(const ListDirectory&, const ListDirectory&) = default;
};

struct Ask {
    TraceHandle trace = 0;
    query::Request request;
    query::Asking asking{};

    friend bool operator==(const Ask&, const Ask&) = default;
};

struct Cancel {
    RequestNumber request = 0;

    friend bool operator==(const Cancel&, const Cancel&) = default;
};

struct Goodbye {
    friend bool operator==(const Goodbye&, const Goodbye&) = default;
};

/// What a recorder, or who looks at what it records, wants of a live run.
struct LiveBegin {
    friend bool operator==(const LiveBegin&, const LiveBegin&) = default;
};
struct LivePart {
    std::string file;
    std::uint64_t offset = 0;
    std::string bytes;

    friend bool operator==(const LivePart&, const LivePart&) = default;
};
struct LiveCommit {
    std::uint64_t events = 0;
    std::uint64_t nanoseconds = 0;

    friend bool operator==(const LiveCommit&, const LiveCommit&) = default;
};
struct LiveEnd {
    std::string archive;

    friend bool operator==(const LiveEnd&, const LiveEnd&) = default;
};
struct LiveLook {
    friend bool operator==(const LiveLook&, const LiveLook&) = default;
};
struct LiveStop {
    friend bool operator==(const LiveStop&, const LiveStop&) = default;
};

struct LiveRequest {
    using Wish = std::variant<LiveBegin, LivePart, LiveCommit, LiveEnd, LiveLook, LiveStop>;

    std::string name;
    Wish wish;

    friend bool operator==(const LiveRequest&, const LiveRequest&) = default;
};

using ClientContent =
    std::variant<Hello, Open, Close, ListDirectory, Ask, Cancel, Goodbye, LiveRequest>;

struct ServerDescription {
    std::string program;  ///< "vellum-server 0.1.0"
    std::uint32_t protocol = 0;
    std::uint32_t threads = 0;
    std::uint64_t memoryBytes = 0;  ///< resident now

    friend bool operator==(const ServerDescription&, const ServerDescription&) = default;
};

/// How far the opening of a trace is. `bytesTotal` is 0 while unknown.
struct OpenProgress {
    std::uint64_t bytesDone = 0;
    std::uint64_t bytesTotal = 0;
    std::uint64_t locationsDone = 0;
    std::uint64_t locationsTotal = 0;
    std::uint64_t eventsRead = 0;

    friend bool operator==(const OpenProgress&, const OpenProgress&) = default;
};

struct OpenedTrace {
    TraceHandle handle = 0;
    std::string path;
    std::shared_ptr<const Definitions> definitions;  ///< never null
    query::TraceInfo info;
};

struct DirectoryEntry {
    std::string name;
    bool isDirectory = false;
    std::uint64_t bytes = 0;

    friend bool operator==(const DirectoryEntry&, const DirectoryEntry&) = default;
};

struct DirectoryListing {
    std::string path;
    std::vector<DirectoryEntry> entries;  ///< directories first, then by name

    friend bool operator==(const DirectoryListing&, const DirectoryListing&) = default;
};

/// What comes before the exact answer.
struct ProvisionalAnswer {
    query::Answer answer;

    friend bool operator==(const ProvisionalAnswer&, const ProvisionalAnswer&) = default;
};

/// The server looks whether the client is still there.
struct Probe {
    friend bool operator==(const Probe&, const Probe&) = default;
};

using ServerContent = std::variant<
    Error,
    ServerDescription,
    OpenProgress,
    OpenedTrace,
    DirectoryListing,
    query::Answer,
    Probe,
    ProvisionalAnswer,
    query::LiveState>;

}  // namespace vellum::codec
