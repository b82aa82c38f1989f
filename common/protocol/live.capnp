@0xb5d1c07e94a2836b;

# A run that is looked at while it is recorded. Its recorder is a client that begins a live run, sends the files of an archive
# of what is whole so far, commits them as a generation, and does so again until it ends the run. Every client may open the
# newest generation, by the path `live:NAME`, ask how far the run is, and ask the recorder to stop.
#
# Nothing that a recorder says is trusted: names, sizes and places are checked before anything is written.

using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("vellum::protocol");

struct LiveRequest {
  # Answered by LiveState or an error: notFound (no such run), invalidArgument (a name that is none, a run of another client,
  # a part that does not follow the one before), resourceExhausted (runs, files or bytes past their limits).

  name @0 :Data;
  # 1 ..= 100 letters, digits, '.', '_', '-'; the first is no dot.

  union {
    begin @1 :Void;
    # From now on the run is this client's. One of the same name that another client still records: invalidArgument. Of a run
    # that is this client's already: what has come of the next generation is dropped.

    part @2 :LivePart;
    # To the generation that comes next. Of the run's own client alone, as commit and end are.

    commit @3 :LiveFacts;
    # The generation is whole.

    end @4 :Data;
    # The run has ended, and its archive was written to this path on the recorder's machine; at most 4096 bytes. The newest
    # generation stays until the server ends, or a run of the same name begins.

    look @5 :Void;
    # How far is it?

    stop @6 :Void;
    # The recorder is to stop recording, which it hears with its next answer. The program is not touched.
  }
}

struct LivePart {
  file @0 :Data;
  # "traces.otf2", "traces/7.evt": one or two names as above, with '/' between them. At most 65,536 files in a generation.

  offset @1 :UInt64;
  # How many bytes of the file have come so far; another number: invalidArgument.

  bytes @2 :Data;
  # At most 4 MiB.
}

struct LiveFacts {
  events @0 :UInt64;
  nanoseconds @1 :UInt64;
  # The archive's length.
}

struct LiveState {
  name @0 :Data;
  phase @1 :UInt8;
  # 0 recording, 1 asked to stop, 2 ended, 3 the recorder is gone; more: invalidArgument.
  generation @2 :UInt64;
  # How many have come; 0: none, and there is nothing to open.
  events @3 :UInt64;
  nanoseconds @4 :UInt64;
  archive @5 :Data;
  # As `end` said.
}
