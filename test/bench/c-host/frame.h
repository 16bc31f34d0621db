// The frame layout and payload of docs/protocol.md, sections 1 to 4 and 7, for the C host. It does
// no I/O.
#ifndef ECHOMETER_BENCH_FRAME_H
#define ECHOMETER_BENCH_FRAME_H
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { HEADER_BYTES = 16, HELLO_BYTES = 32, OPEN_BYTES = 32, CREDIT_BYTES = 16, TOKEN_BYTES = 16 };
enum { HELLO = 1, OPEN = 2, DATA = 3, CREDIT = 4, ACK = 5, END = 6, ERROR = 7 };
enum { FLAG_SLOT = 1, PERIOD = 251 };
static const uint32_t HELLO_MAGIC = 0x4F484345u;

// Little-endian hosts only (x86-64, arm64): the struct is the wire layout.
typedef struct {
  uint32_t length;
  uint8_t kind, flags;
  uint16_t slot;
  uint32_t session, sequence;
} header_t;

typedef struct {
  uint64_t creditBytes;
  uint32_t creditFrames, payloadBytes;
  uint8_t storage, zero0;
  uint16_t firstSlot, slotCount, zero1;
  uint32_t slotBytes, zero2;
} open_t;

// Section 7: where in the repeated pattern a payload starts.
static inline size_t payload_phase(uint32_t session, uint32_t sequence) {
  return (size_t)(((uint64_t)session * 97u + (uint64_t)sequence * 61u) % PERIOD);
}

// Fills n + PERIOD bytes, so that every phase is a slice of n bytes.
static inline void pattern_fill(uint8_t *at, size_t bytes) {
  for (size_t i = 0; i < bytes; i++)
    at[i] = (uint8_t)((i % PERIOD * 167u + 13u) % PERIOD);
}
#endif
