// Checks of the kernel's own runtime with the module of traps.wat: each trap is an outcome, nothing
// outside of the storage is touched, and the instance goes on. A program of its own; prints what
// failed, exits with 1.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "CKernel.h"

static int failures = 0;

static void expect(int holds, const char *what) {
  if (holds)
    return;
  printf("failed: %s\n", what);
  failures++;
}

static uint64_t bits(double value) {
  uint64_t slot;
  memcpy(&slot, &value, sizeof slot);
  return slot;
}

static int32_t call(ck_instance *instance, const char *name, uint64_t a, uint64_t b, uint64_t c,
                    size_t n) {
  const uint64_t arguments[3] = {a, b, c};
  uint64_t result = 0;
  return ck_call(instance, ck_find(name), arguments, n, &result);
}

static uint64_t result_of(ck_instance *instance, const char *name, uint64_t a, uint64_t b,
                          uint64_t c, size_t n) {
  const uint64_t arguments[3] = {a, b, c};
  uint64_t result = 0;
  expect(ck_call(instance, ck_find(name), arguments, n, &result) == CK_OK, name);
  return result;
}

static void check_traps(ck_instance *k) {
  enum {
    PAGE = 65536,
    OUT_OF_BOUNDS = 1,
    OVERFLOW = 2,
    BY_ZERO = 3,
    CONVERSION = 4,
    UNREACHABLE = 5
  };
  expect(call(k, "loadAt", PAGE - 4, 0, 0, 1) == CK_OK, "the last word can be read");
  expect(call(k, "loadAt", PAGE - 3, 0, 0, 1) == OUT_OF_BOUNDS, "a word across the end traps");
  expect(call(k, "loadAt", 0xffffffff, 0, 0, 1) == OUT_OF_BOUNDS, "the largest address traps");
  expect(call(k, "storeAt", PAGE - 7, 0, 0, 1) == OUT_OF_BOUNDS, "a store across the end traps");
  expect(call(k, "fill", 8, PAGE - 7, 0, 2) == OUT_OF_BOUNDS, "a fill across the end traps");
  expect(call(k, "copy", 0, 1, PAGE, 3) == OUT_OF_BOUNDS, "a copy across the end traps");
  expect(call(k, "divide", 1, 0, 0, 2) == BY_ZERO, "a division by zero traps");
  expect(call(k, "divide", 0x80000000, 0xffffffff, 0, 2) == OVERFLOW,
         "the division that overflows traps");
  expect(call(k, "convert", bits(1e300), 0, 0, 1) == OVERFLOW, "a conversion that overflows traps");
  expect(call(k, "convert", bits(0.0 / 0.0), 0, 0, 1) == CONVERSION, "a conversion of NaN traps");
  expect(call(k, "stop", 0, 0, 0, 0) == UNREACHABLE, "unreachable traps");
  expect(result_of(k, "answer", 0, 0, 0, 0) == 42, "the instance goes on after traps");
  expect(strcmp(ck_outcome_name(OUT_OF_BOUNDS), "out of bounds") == 0, "traps have names");
}

static void check_growth(ck_instance *k) {
  const uint32_t refused = 0xffffffff;
  expect(result_of(k, "grow", 1, 0, 0, 1) == 1, "memory grows within its storage");
  expect(ck_memory_bytes(k) == 131072, "grown memory has its size");
  expect(call(k, "loadAt", 131068, 0, 0, 1) == CK_OK, "grown memory can be read");
  expect(result_of(k, "grow", 1, 0, 0, 1) == refused, "memory does not grow beyond its storage");
  expect(result_of(k, "grow", 0xffff, 0, 0, 1) == refused,
         "memory does not grow beyond its maximum");
  expect(call(k, "loadAt", 131069, 0, 0, 1) == 1, "memory ends where it ended");
}

static void check_calls(ck_instance *k) {
  expect(ck_find("PLAN") >= 0 && result_of(k, "PLAN", 0, 0, 0, 0) == 64,
         "a global is read by its name");
  expect(ck_find("nothing") == -1, "an export that is not there is not found");
  expect(call(k, "answer", 0, 0, 0, 1) == CK_ARGUMENTS, "another number of arguments is refused");
  // 1 + 2^-52 squared minus its rounded square: 0 when multiplied and added apart, not 0 when
  // fused.
  const double a = 1.0 + 0x1p-52, product = a * a;
  const uint64_t sum = result_of(k, "multiplyAdd", bits(a), bits(a), bits(-product), 3);
  expect(sum == bits(0.0), "multiplication and addition are not fused");
}

int main(void) {
  enum { STORAGE = 131072, POISON = 4096 };
  uint8_t *const block = aligned_alloc(4096, STORAGE + POISON);
  if (block == NULL)
    return 1;
  memset(block, 0, STORAGE);
  memset(block + STORAGE, 0xa5, POISON);
  ck_instance *instance = NULL;
  expect(ck_create(block, STORAGE, &instance) == CK_OK, "an instance is made");
  check_calls(instance);
  check_traps(instance);
  check_growth(instance);
  ck_destroy(instance);
  int touched = 0;
  for (int i = 0; i < POISON; i++)
    touched |= block[STORAGE + i] != 0xa5;
  expect(!touched, "nothing behind the storage is touched");
  expect(ck_create(block, 4096, &instance) == CK_STORAGE && instance == NULL,
         "small storage is refused");
  free(block);
  printf("traps: %d failed\n", failures);
  return failures == 0 ? 0 : 1;
}
