#pragma once

#include "common/base/result.h"
#include "common/protocol/query.capnp.h"
#include "common/query/answers.h"

namespace vellum::codec {

// One pair per answer; which member of the union it is, is the business of the last two.

void write(protocol::TraceInfo::Builder out, const query::TraceInfo& info);
Result<query::TraceInfo> read(protocol::TraceInfo::Reader in);

void write(protocol::LocationCounts::Builder out, const query::LocationCounts& counts);
Result<query::LocationCounts> read(protocol::LocationCounts::Reader in);

void write(protocol::Profile::Builder out, const query::Profile& profile);
Result<query::Profile> read(protocol::Profile::Reader in);

void write(protocol::CallTree::Builder out, const query::CallTree& tree);
Result<query::CallTree> read(protocol::CallTree::Reader in);

void write(protocol::Timeline::Builder out, const query::Timeline& timeline);
Result<query::Timeline> read(protocol::Timeline::Reader in);

void write(protocol::SummaryTimeline::Builder out, const query::SummaryTimeline& summary);
Result<query::SummaryTimeline> read(protocol::SummaryTimeline::Reader in);

void write(protocol::Messages::Builder out, const query::Messages& messages);
Result<query::Messages> read(protocol::Messages::Reader in);

void write(protocol::Launches::Builder out, const query::Launches& launches);
Result<query::Launches> read(protocol::Launches::Reader in);

void write(protocol::Counters::Builder out, const query::Counters& counters);
Result<query::Counters> read(protocol::Counters::Reader in);

void write(protocol::Collectives::Builder out, const query::Collectives& collectives);
Result<query::Collectives> read(protocol::Collectives::Reader in);

void write(protocol::CollectiveMembers::Builder out, const query::CollectiveMembers& members);
Result<query::CollectiveMembers> read(protocol::CollectiveMembers::Reader in);

void write(protocol::Io::Builder out, const query::Io& io);
Result<query::Io> read(protocol::Io::Reader in);

void write(protocol::Matrix::Builder out, const query::Matrix& matrix);
Result<query::Matrix> read(protocol::Matrix::Reader in);

void write(protocol::SearchHits::Builder out, const query::SearchHits& hits);
Result<query::SearchHits> read(protocol::SearchHits::Reader in);

void write(protocol::Events::Builder out, const query::Events& events);
Result<query::Events> read(protocol::Events::Reader in);

void write(protocol::VisitDetail::Builder out, const query::VisitDetail& detail);
Result<query::VisitDetail> read(protocol::VisitDetail::Reader in);

void write(protocol::Markers::Builder out, const query::Markers& markers);
Result<query::Markers> read(protocol::Markers::Reader in);

void write(protocol::Answer::Builder out, const query::Answer& answer);

/// Errors   unimplemented: an answer this version does not know.
Result<query::Answer> read(protocol::Answer::Reader in);

}  // namespace vellum::codec
