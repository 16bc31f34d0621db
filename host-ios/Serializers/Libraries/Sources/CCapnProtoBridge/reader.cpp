// Reads the suite's records with the readers that `capnp compile` made. Texts point into the message, which a reader keeps.
#include <capnp/message.h>
#include <capnp/serialize.h>
#include <cstring>
#include <new>

#include "CCapnProtoBridge.h"
#include "generated/suite.capnp.h"

struct ecp_reader {
  kj::Array<capnp::word> copy;
  kj::Own<capnp::FlatArrayMessageReader> message;
  bool is_batch = false;
  uint32_t count = 1;

  capnp::List<Message>::Reader messages;
  capnp::List<Document>::Reader documents;
  capnp::List<Telemetry>::Reader telemetries;
  capnp::List<Strings>::Reader strings;
  capnp::List<Event>::Reader events;
  // Of the current record.
  capnp::List<Item>::Reader items;
  capnp::List<capnp::Text>::Reader texts;
  capnp::List<double>::Reader values;
  capnp::List<Attr>::Reader attrs;
};

namespace {

// A message that is not what it says gives false; the library throws for it.
template <typename Body>
bool guarded(Body&& body) {
  try {
    body();
    return true;
  } catch (...) {
    return false;
  }
}

ecp_text text_of(capnp::Text::Reader text) { return {text.begin(), text.size()}; }

template <typename Root>
typename Root::Reader record(ecp_reader* reader, const typename capnp::List<Root>::Reader& list, uint32_t index) {
  return reader->is_batch ? list[index] : reader->message->getRoot<Root>();
}

template <typename Batch, typename List>
void open_batch(ecp_reader* reader, List& list) {
  list = reader->message->getRoot<Batch>().getItems();
  reader->count = list.size();
}

void open_root(ecp_reader* reader, int32_t kind) {
  if (!reader->is_batch) return;
  switch (kind) {
    case ECP_MESSAGE: open_batch<BatchMessage>(reader, reader->messages); break;
    case ECP_DOCUMENT: open_batch<BatchDocument>(reader, reader->documents); break;
    case ECP_TELEMETRY: open_batch<BatchTelemetry>(reader, reader->telemetries); break;
    case ECP_STRINGS: open_batch<BatchStrings>(reader, reader->strings); break;
    case ECP_EVENT: open_batch<BatchEvent>(reader, reader->events); break;
    default: reader->count = 0;
  }
}

kj::ArrayPtr<const capnp::word> words_of(ecp_reader* reader, const uint8_t* at, size_t bytes) {
  auto count = bytes / sizeof(capnp::word);
  if (reinterpret_cast<uintptr_t>(at) % alignof(capnp::word) == 0)
    return kj::arrayPtr(reinterpret_cast<const capnp::word*>(at), count);
  reader->copy = kj::heapArray<capnp::word>(count);
  memcpy(reader->copy.begin(), at, count * sizeof(capnp::word));
  return reader->copy;
}

}  // namespace

ecp_reader* ecp_reader_new(const uint8_t* at, size_t bytes, int32_t kind, bool is_batch) {
  auto reader = new (std::nothrow) ecp_reader();
  if (reader == nullptr) return nullptr;
  reader->is_batch = is_batch;
  bool opened = guarded([&] {
    reader->message = kj::heap<capnp::FlatArrayMessageReader>(words_of(reader, at, bytes));
    open_root(reader, kind);
  });
  if (opened) return reader;
  delete reader;
  return nullptr;
}

void ecp_reader_free(ecp_reader* reader) { delete reader; }
uint32_t ecp_count(ecp_reader* reader) { return reader->count; }

bool ecp_get_message(ecp_reader* reader, uint32_t index, ecp_message* out) {
  return guarded([&] {
    auto from = record<Message>(reader, reader->messages, index);
    *out = {from.getFBool(),    from.getFBool2(),    from.getFInt32(),           from.getFInt322(),
            from.getFInt64(),   from.getFFloat64(),  text_of(from.getFString()), text_of(from.getFString2())};
  });
}

bool ecp_get_document(ecp_reader* reader, uint32_t index, ecp_document* out) {
  return guarded([&] {
    auto from = record<Document>(reader, reader->documents, index);
    auto meta = from.getMeta();
    reader->items = from.getItems();
    *out = {text_of(from.getId()), text_of(meta.getRegion()), from.getStatus(), meta.getVersion(),
            reader->items.size()};
  });
}

bool ecp_get_telemetry(ecp_reader* reader, uint32_t index, ecp_telemetry* out) {
  return guarded([&] {
    auto from = record<Telemetry>(reader, reader->telemetries, index);
    reader->texts = from.getTags();
    reader->values = from.getValues();
    *out = {text_of(from.getSource()), from.getTs(), reader->texts.size(), reader->values.size()};
  });
}

bool ecp_get_strings(ecp_reader* reader, uint32_t index, uint32_t* items) {
  return guarded([&] {
    reader->texts = record<Strings>(reader, reader->strings, index).getItems();
    *items = reader->texts.size();
  });
}

bool ecp_get_event(ecp_reader* reader, uint32_t index, ecp_event* out) {
  return guarded([&] {
    auto from = record<Event>(reader, reader->events, index);
    reader->attrs = from.getAttrs();
    *out = {text_of(from.getEventId()), text_of(from.getEventType()), text_of(from.getProducer()),
            from.getOccurredAt(), reader->attrs.size()};
  });
}

bool ecp_get_item(ecp_reader* reader, uint32_t index, ecp_item* out) {
  return guarded([&] {
    auto from = reader->items[index];
    *out = {text_of(from.getSku()), from.getQty(), from.getPriceMinor()};
  });
}

bool ecp_get_text(ecp_reader* reader, uint32_t index, ecp_text* out) {
  return guarded([&] { *out = text_of(reader->texts[index]); });
}

bool ecp_get_attr(ecp_reader* reader, uint32_t index, ecp_attr* out) {
  return guarded([&] {
    auto from = reader->attrs[index];
    *out = {text_of(from.getKey()), text_of(from.getValue())};
  });
}

bool ecp_get_values(ecp_reader* reader, double* values, uint32_t count) {
  return guarded([&] {
    for (uint32_t i = 0; i < count; i++) values[i] = reader->values[i];
  });
}

#define ECP_TEXT2(x) #x
#define ECP_TEXT(x) ECP_TEXT2(x)
const char* ecp_version(void) {
  return ECP_TEXT(CAPNP_VERSION_MAJOR) "." ECP_TEXT(CAPNP_VERSION_MINOR) "." ECP_TEXT(CAPNP_VERSION_MICRO);
}
