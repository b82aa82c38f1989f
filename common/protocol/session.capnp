@0xd0a4f6c3b7e19260;

# Greeting, opening and closing traces, looking around in the server's directories.

using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("vellum::protocol");

using Definitions = import "definitions.capnp".Definitions;
using TraceInfo = import "info.capnp".TraceInfo;

struct Hello {
  # The first message of a client. Answered by HelloReply or by an error, after which the server
  # takes nothing more from this client. This struct's first field never changes its place: peers of
  # all protocol numbers can read it.

  protocol @0 :UInt32;
  # The client's protocol number, protocol_version.h. Another than the server's: unimplemented, in a
  # sentence that names both.

  program @1 :Data;
  # "vellum 0.1.0": for the server's log. At most 256 bytes, the rest is cut.
}

struct HelloReply {
  protocol @0 :UInt32;
  # The server's number; equal to the client's, or there would be an error instead.

  program @1 :Data;
  # "vellum-server 0.1.0".

  threads @2 :UInt32;
  # That compute, over all ranks; at least 1.

  memoryBytes @3 :UInt64;
  # Resident now, over all ranks.
}

struct Open {
  # Opens a trace. Answered by any number of OpenProgress, then by Opened or an error: notFound (no
  # such file, or outside the directories that are served), invalidArgument (not a trace, or of a kind
  # that is not read), dataLoss (anchor or definitions unreadable), resourceExhausted (memory), all
  # naming the path. Cancelled while loading: answered by Opened with what was read so far, and
  # `info.complete` false; where another client waits for the same import: by the error cancelled.

  path @0 :Data;
  # On the server's machine; 1 ..= 4096 bytes, no NUL, else invalidArgument. A file, a directory, a
  # pattern (*, ?, [a-z]) or a list of files.

  morePaths @1 :List(Data);
  # Likewise; all of them together are one trace. At most 65,536.

  offsets @2 :List(FileOffset);
  # At most 65,536.

  locations @3 :Data;
  # Only these locations are read, in the words of command lines: reference numbers, names, paths with
  # '*', between commas. Empty: all. At most 1 MiB.

  window @4 :Data;
  # Only what happened in it is kept: "A:B" as command lines have it. Empty: all. At most 256 bytes.

  withoutArguments @5 :Bool;
  # Arguments of events that are no members of their records are not kept.
}

struct FileOffset {
  file @0 :Data;
  # A path of those above, or the name of one of their files.
  ns @1 :Int64;
  # By so much the file's events come later than its clock says.
}

struct OpenProgress {
  # Sent at most about twenty times a second. All numbers only grow.

  bytesDone @0 :UInt64;
  bytesTotal @1 :UInt64;
  # Of the event files; 0 while unknown.
  locationsDone @2 :UInt64;
  locationsTotal @3 :UInt64;
  eventsRead @4 :UInt64;
}

struct Opened {
  trace @0 :UInt64;
  # A handle, valid for this client until Close. Clients that open the same unchanged file share its
  # memory but not the handle.

  path @1 :Data;
  # Canonical: without symbolic links.

  definitions @2 :Definitions;
  info @3 :TraceInfo;
}

struct Close {
  # Gives a handle back. Never answered. An unknown handle is ignored: it may have been closed by a
  # message that crossed this one. Requests under way on it are answered.

  trace @0 :UInt64;
}

struct ListDirectory {
  # What is in a directory of the server's machine. Answered by Listing or an error: notFound (none
  # such, or outside the directories that are served), resourceExhausted (more than 100,000 entries).

  directory @0 :Data;
  # At most 4096 bytes. Empty: the first directory served, or the server's working directory.
}

struct Listing {
  path @0 :Data;
  # Canonical.

  names @1 :List(Data);
  # Directories first, then by the bytes of the name; parallel to the two lists below. What cannot be
  # opened, because its link leads outside the directories served, is left out.

  isDirectory @2 :List(Bool);

  bytes @3 :List(UInt64);
  # Size of a file; 0 for directories.
}

struct Cancel {
  # Takes a request back. Never answered itself; the request is answered with the error cancelled, or
  # by its answer if that was already on its way (Open: see there). Unknown numbers are ignored.

  request @0 :UInt64;
}
