@0xd4f0a1c7be52936b;

# Rows of any kind, column by column: questions and answers that have a descriptor (common/table). What columns a kind
# has is said by its descriptor and written down in docs/answers.md.

using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("vellum::protocol");

using Types = import "types.capnp";

struct Rows {
  count @0 :UInt32;
  columns @1 :List(Column);
  # Found by name. One that the reader does not know is ignored; one that it misses: unimplemented, since the other
  # side is of another version.
}

struct Column {
  name @0 :Text;
  # Of a row inside the row with the outer name before it: "range.begin".
  base @1 :UInt64;
  width @2 :UInt8;
  # 0, 1, 2, 4 or 8 bytes an entry. Entry i is `base` plus the i-th number, modulo 2^64; with 0 bytes all are `base`.
  entries @3 :Data;
  # count × width bytes, little-endian. Of texts and lists the entries are their lengths.
  texts @4 :Data;
  # One behind the other.
  rows @5 :Rows;
  # Likewise of lists.
}

struct TableRequest {
  name @0 :Text;
  # Which question: "message-summary". An unknown one: unimplemented.
  scope @1 :Types.Scope;
  question @2 :Rows;
  # One row.
}

struct TableAnswer {
  name @0 :Text;
  # As asked.
  window @1 :Types.TickRange;
  answer @2 :Rows;
  # One row, whose list is the table.
}
