// Writes the suite's records with the builders that `capnp compile` made (generated/, see tools/generate.sh). It knows no Swift
// and keeps no bytes of a caller.
#include <capnp/message.h>
#include <capnp/serialize.h>
#include <cstring>
#include <new>

#include "CCapnProtoBridge.h"
#include "generated/suite.capnp.h"

struct ecp_writer {
  capnp::MallocMessageBuilder message;
  int64_t count = -1;
  bool failed = false;
  kj::Array<capnp::word> flat;

  capnp::List<Message>::Builder messages{nullptr};
  capnp::List<Document>::Builder documents{nullptr};
  capnp::List<Telemetry>::Builder telemetries{nullptr};
  capnp::List<Strings>::Builder strings{nullptr};
  capnp::List<Event>::Builder events{nullptr};
  // Of the current record.
  capnp::List<Item>::Builder items{nullptr};
  capnp::List<capnp::Text>::Builder texts{nullptr};
  capnp::List<Attr>::Builder attrs{nullptr};
};

namespace {

// A failure of the library (no memory, an index out of range) ends the message, not the process.
template <typename Body>
void guarded(ecp_writer* writer, Body&& body) {
  if (writer->failed) return;
  try {
    body();
  } catch (...) {
    writer->failed = true;
  }
}

// Room of the text's length is taken in the message and filled: a Text::Reader would need a NUL after the end.
void fill(capnp::Text::Builder room, ecp_text text) {
  if (text.bytes > 0) memcpy(room.begin(), text.at, text.bytes);
}

template <typename Root>
typename Root::Builder record(ecp_writer* writer, typename capnp::List<Root>::Builder& list, uint32_t index) {
  return writer->count < 0 ? writer->message.initRoot<Root>() : list[index];
}

}  // namespace

ecp_writer* ecp_writer_new(int32_t kind, int64_t count) {
  auto writer = new (std::nothrow) ecp_writer();
  if (writer == nullptr) return nullptr;
  writer->count = count;
  if (count < 0) return writer;
  auto size = static_cast<unsigned>(count);
  guarded(writer, [&] {
    auto& message = writer->message;
    switch (kind) {
      case ECP_MESSAGE: writer->messages = message.initRoot<BatchMessage>().initItems(size); break;
      case ECP_DOCUMENT: writer->documents = message.initRoot<BatchDocument>().initItems(size); break;
      case ECP_TELEMETRY: writer->telemetries = message.initRoot<BatchTelemetry>().initItems(size); break;
      case ECP_STRINGS: writer->strings = message.initRoot<BatchStrings>().initItems(size); break;
      case ECP_EVENT: writer->events = message.initRoot<BatchEvent>().initItems(size); break;
      default: writer->failed = true;
    }
  });
  return writer;
}

void ecp_writer_free(ecp_writer* writer) { delete writer; }

void ecp_put_message(ecp_writer* writer, uint32_t index, bool f_bool, int32_t f_int32, int64_t f_int64,
                     double f_float64, ecp_text f_string, bool f_bool_2, int32_t f_int32_2, ecp_text f_string_2) {
  guarded(writer, [&] {
    auto to = record<Message>(writer, writer->messages, index);
    to.setFBool(f_bool);
    to.setFInt32(f_int32);
    to.setFInt64(f_int64);
    to.setFFloat64(f_float64);
    fill(to.initFString(static_cast<unsigned>(f_string.bytes)), f_string);
    to.setFBool2(f_bool_2);
    to.setFInt322(f_int32_2);
    fill(to.initFString2(static_cast<unsigned>(f_string_2.bytes)), f_string_2);
  });
}

void ecp_put_document(ecp_writer* writer, uint32_t index, ecp_text id, int32_t status, ecp_text region,
                      int32_t version, uint32_t items) {
  guarded(writer, [&] {
    auto to = record<Document>(writer, writer->documents, index);
    fill(to.initId(static_cast<unsigned>(id.bytes)), id);
    to.setStatus(status);
    auto meta = to.initMeta();
    fill(meta.initRegion(static_cast<unsigned>(region.bytes)), region);
    meta.setVersion(version);
    writer->items = to.initItems(items);
  });
}

void ecp_put_item(ecp_writer* writer, uint32_t index, ecp_text sku, int32_t qty, int64_t price_minor) {
  guarded(writer, [&] {
    auto to = writer->items[index];
    fill(to.initSku(static_cast<unsigned>(sku.bytes)), sku);
    to.setQty(qty);
    to.setPriceMinor(price_minor);
  });
}

void ecp_put_telemetry(ecp_writer* writer, uint32_t index, ecp_text source, int64_t ts, uint32_t tags,
                       const double* values, uint32_t value_count) {
  guarded(writer, [&] {
    auto to = record<Telemetry>(writer, writer->telemetries, index);
    fill(to.initSource(static_cast<unsigned>(source.bytes)), source);
    to.setTs(ts);
    writer->texts = to.initTags(tags);
    auto list = to.initValues(value_count);
    for (uint32_t i = 0; i < value_count; i++) list.set(i, values[i]);
  });
}

void ecp_put_strings(ecp_writer* writer, uint32_t index, uint32_t items) {
  guarded(writer, [&] { writer->texts = record<Strings>(writer, writer->strings, index).initItems(items); });
}

void ecp_put_text(ecp_writer* writer, uint32_t index, ecp_text text) {
  guarded(writer, [&] { fill(writer->texts.init(index, static_cast<unsigned>(text.bytes)), text); });
}

void ecp_put_event(ecp_writer* writer, uint32_t index, ecp_text event_id, ecp_text event_type, int64_t occurred_at,
                   ecp_text producer, uint32_t attrs) {
  guarded(writer, [&] {
    auto to = record<Event>(writer, writer->events, index);
    fill(to.initEventId(static_cast<unsigned>(event_id.bytes)), event_id);
    fill(to.initEventType(static_cast<unsigned>(event_type.bytes)), event_type);
    to.setOccurredAt(occurred_at);
    fill(to.initProducer(static_cast<unsigned>(producer.bytes)), producer);
    writer->attrs = to.initAttrs(attrs);
  });
}

void ecp_put_attr(ecp_writer* writer, uint32_t index, ecp_text key, ecp_text value) {
  guarded(writer, [&] {
    auto to = writer->attrs[index];
    fill(to.initKey(static_cast<unsigned>(key.bytes)), key);
    fill(to.initValue(static_cast<unsigned>(value.bytes)), value);
  });
}

const uint8_t* ecp_finish(ecp_writer* writer, size_t* bytes) {
  guarded(writer, [&] { writer->flat = capnp::messageToFlatArray(writer->message); });
  if (writer->failed) return nullptr;
  auto all = writer->flat.asBytes();
  *bytes = all.size();
  return all.begin();
}
