// The kernel's generated C and the table of its exports, compiled with fixed rules for floating
// point. There is no code of ours here but the conversions between slots of 64 bits and C types.

// Fused multiply-add changes bits: gcc in GNU mode contracts across statements. clang obeys the
// pragma; gcc needs -std=c11 -ffp-contract=off, which tools/check.mjs passes.
#ifdef __clang__
#pragma STDC FP_CONTRACT OFF
#endif

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wunused-but-set-variable"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Wunused-variable"
#pragma GCC diagnostic ignored "-Wunused-value"
#pragma GCC diagnostic ignored "-Wunused-const-variable"
#include "generated.h"
#include "generated/kernel_body.h"
#pragma GCC diagnostic pop

#include "instance.h"

// A kernel without doubles in its exports uses none of these.
#define MAYBE_UNUSED __attribute__((unused))

MAYBE_UNUSED static inline f64 slot_f64(u64 slot) {
  f64 value;
  memcpy(&value, &slot, sizeof value);
  return value;
}

MAYBE_UNUSED static inline u64 f64_slot(f64 value) {
  u64 slot;
  memcpy(&slot, &value, sizeof slot);
  return slot;
}

#include "generated/kernel_table.h"
