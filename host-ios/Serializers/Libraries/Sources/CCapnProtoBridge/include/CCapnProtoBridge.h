// The suite's records as Cap'n Proto messages, for Swift: a writer and a reader of one message.
// Texts cross with their lengths, so a NUL inside one survives. Nothing here throws: a failing call
// gives NULL or 0.
#ifndef CCAPNPROTO_BRIDGE_H_
#define CCAPNPROTO_BRIDGE_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Which record the root is, or is a batch of.
enum ecp_kind { ECP_MESSAGE, ECP_DOCUMENT, ECP_TELEMETRY, ECP_STRINGS, ECP_EVENT };

typedef struct {
  const char *at;
  size_t bytes;
} ecp_text;

// ---- Writing. Records are written in order; a list's items follow their record. -----------------

typedef struct ecp_writer ecp_writer;

// count < 0: one record at the root; else a batch of `count`.
ecp_writer *ecp_writer_new(int32_t kind, int64_t count);
void ecp_writer_free(ecp_writer *writer);

void ecp_put_message(ecp_writer *writer, uint32_t index, bool f_bool, int32_t f_int32,
                     int64_t f_int64, double f_float64, ecp_text f_string, bool f_bool_2,
                     int32_t f_int32_2, ecp_text f_string_2);
void ecp_put_document(ecp_writer *writer, uint32_t index, ecp_text id, int32_t status,
                      ecp_text region, int32_t version, uint32_t items);
void ecp_put_item(ecp_writer *writer, uint32_t index, ecp_text sku, int32_t qty,
                  int64_t price_minor);
void ecp_put_telemetry(ecp_writer *writer, uint32_t index, ecp_text source, int64_t ts,
                       uint32_t tags, const double *values, uint32_t value_count);
void ecp_put_strings(ecp_writer *writer, uint32_t index, uint32_t items);
// A tag of the last telemetry, or an item of the last strings.
void ecp_put_text(ecp_writer *writer, uint32_t index, ecp_text text);
void ecp_put_event(ecp_writer *writer, uint32_t index, ecp_text event_id, ecp_text event_type,
                   int64_t occurred_at, ecp_text producer, uint32_t attrs);
void ecp_put_attr(ecp_writer *writer, uint32_t index, ecp_text key, ecp_text value);

// The message as flat words, valid until the writer is freed; NULL when any call failed.
const uint8_t *ecp_finish(ecp_writer *writer, size_t *bytes);

// ---- Reading. Texts are valid until the reader is freed.
// -----------------------------------------

typedef struct ecp_reader ecp_reader;

// Copies the bytes when they are not aligned to 8. NULL when they are no message.
ecp_reader *ecp_reader_new(const uint8_t *at, size_t bytes, int32_t kind, bool is_batch);
void ecp_reader_free(ecp_reader *reader);
// Records of a batch, or 1.
uint32_t ecp_count(ecp_reader *reader);

typedef struct {
  bool f_bool, f_bool_2;
  int32_t f_int32, f_int32_2;
  int64_t f_int64;
  double f_float64;
  ecp_text f_string, f_string_2;
} ecp_message;
typedef struct {
  ecp_text id, region;
  int32_t status, version;
  uint32_t items;
} ecp_document;
typedef struct {
  ecp_text sku;
  int32_t qty;
  int64_t price_minor;
} ecp_item;
typedef struct {
  ecp_text source;
  int64_t ts;
  uint32_t tags, values;
} ecp_telemetry;
typedef struct {
  ecp_text event_id, event_type, producer;
  int64_t occurred_at;
  uint32_t attrs;
} ecp_event;
typedef struct {
  ecp_text key, value;
} ecp_attr;

// Each makes the record at `index` the current one, whose list items the calls below read.
bool ecp_get_message(ecp_reader *reader, uint32_t index, ecp_message *record);
bool ecp_get_document(ecp_reader *reader, uint32_t index, ecp_document *record);
bool ecp_get_telemetry(ecp_reader *reader, uint32_t index, ecp_telemetry *record);
bool ecp_get_strings(ecp_reader *reader, uint32_t index, uint32_t *items);
bool ecp_get_event(ecp_reader *reader, uint32_t index, ecp_event *record);
bool ecp_get_item(ecp_reader *reader, uint32_t index, ecp_item *item);
bool ecp_get_text(ecp_reader *reader, uint32_t index, ecp_text *text);
bool ecp_get_attr(ecp_reader *reader, uint32_t index, ecp_attr *attr);
// Copies the values of the current telemetry.
bool ecp_get_values(ecp_reader *reader, double *values, uint32_t count);

// "1.1.0", of the headers that this was compiled with.
const char *ecp_version(void);

#ifdef __cplusplus
}
#endif

#endif
