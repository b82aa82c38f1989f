@0xe8072bd56a9c1f43;

# The two envelopes: everything that crosses the socket is one of these, one per ZeroMQ message of a
# single part, in Cap'n Proto's plain (not packed) framing. The conversation is told in
# docs/protocol.md, the history in VERSIONS.md.
#
# Limits, of common/protocol/limits.h: a client's message has at most 16 MiB, a server's at most
# 512 MiB. Longer ones end the connection (ZeroMQ does not even read them).
#
# Bad messages: one that is not well-formed, or has a member out of its range, is answered with
# invalidArgument under its own number where that can be read, else under number 0. A client that
# sends more than 16 of the kind that has no readable number is dropped.
#
# Evolution: numbers are never reused and meanings never changed; what is retired is renamed to
# `obsoleteX` with the reason.

using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("vellum::protocol");

using Types = import "types.capnp";
using Session = import "session.capnp";
using Query = import "query.capnp";
using Live = import "live.capnp";

struct ClientMessage {
  number @0 :UInt64;
  # Chosen by the client, from 1 upwards, each used once. 0: invalidArgument.

  union {
    hello @1 :Session.Hello;
    # Must come first; anything else before it: invalidArgument.
    open @2 :Session.Open;
    close @3 :Session.Close;
    list @4 :Session.ListDirectory;
    ask @5 :Ask;
    cancel @6 :Session.Cancel;
    goodbye @7 :Void;
    # The client leaves: all its traces are closed, nothing is answered. A client that just
    # disconnects has the same effect, a little later.
    live @8 :Live.LiveRequest;
  }
  # A member this version does not know: unimplemented under the message's number, and the connection
  # stays.
}

struct Ask {
  trace @0 :UInt64;
  # A handle from Opened. Unknown or closed: notFound, naming it.

  request @1 :Query.Request;
  # More than 256 unanswered requests of one client: resourceExhausted.

  view @2 :UInt64 = 0;
  # The client chooses a number for each chart and kind of question; 0: none.

  generation @3 :UInt64 = 0;
  # Within a view. A request takes back, as `cancel` does, those of the same view and a lower generation that are
  # unanswered; one of a lower generation than an unanswered one is answered with cancelled. Equal ones stay beside
  # each other.

  progressive @4 :Bool = false;
  # A `provisional` answer may come before the exact one.
}

struct ServerMessage {
  number @0 :UInt64;
  # That of the message answered; 0 where there is none. Clients drop what they no longer wait for.

  union {
    error @1 :Types.Error;
    hello @2 :Session.HelloReply;
    progress @3 :Session.OpenProgress;
    # Others follow under the same number.
    opened @4 :Session.Opened;
    listing @5 :Session.Listing;
    answer @6 :Query.Answer;
    probe @7 :Void;
    # Number 0: the server looks whether the client is still there. Not to be answered.
    provisional @8 :Query.Answer;
    # To a progressive request alone, at most one, before its answer: the same question in fewer columns. The answer or an
    # error follows under the same number.
    live @9 :Live.LiveState;
  }
}
