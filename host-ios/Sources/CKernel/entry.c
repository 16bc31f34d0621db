// The shim that Swift calls: create, find, call, destroy. A trap in generated code is a result of
// ck_call. It knows nothing of what the exports mean.
#include "CKernel.h"

#include <stdlib.h>
#include <string.h>

#include "generated.h"
#include "generated/kernel_identity.h"
#include "instance.h"

// setjmp saves the signal mask on Darwin (a system call); nothing here changes it.
#if defined(__APPLE__)
#define CK_SETJMP(buffer) _setjmp(buffer)
#else
#define CK_SETJMP(buffer) setjmp(buffer)
#endif

// Slots are mapped over linear memory, and views of u64 are made of it.
static const size_t storage_alignment_bytes = 4096;

static int32_t instantiate(ck_instance *instance) {
  ck_entered = instance;
  int32_t outcome = CK_OK;
  if (CK_SETJMP(instance->trapped) == 0) {
    wasm2c_kernel_instantiate(&instance->module);
  } else {
    outcome = instance->trap == WASM_RT_TRAP_EXHAUSTION ? CK_STORAGE : (int32_t)instance->trap;
  }
  ck_entered = NULL;
  return outcome;
}

int32_t ck_create(void *storage, size_t capacity_bytes, ck_instance **created) {
  *created = NULL;
  if (storage == NULL || (uintptr_t)storage % storage_alignment_bytes != 0)
    return CK_STORAGE;
  ck_instance *const instance = calloc(1, sizeof *instance);
  if (instance == NULL)
    return CK_STORAGE;
  instance->storage = storage;
  instance->capacity_bytes = capacity_bytes;
  const int32_t outcome = instantiate(instance);
  if (outcome != CK_OK) {
    free(instance);
    return outcome;
  }
  *created = instance;
  return CK_OK;
}

void ck_destroy(ck_instance *instance) {
  if (instance == NULL)
    return;
  wasm2c_kernel_free(&instance->module);
  free(instance);
}

int32_t ck_find(const char *name) {
  size_t low = 0, high = ck_export_count;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    const int order = strcmp(name, ck_export_rows[middle].name);
    if (order == 0)
      return (int32_t)middle;
    if (order < 0) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return -1;
}

size_t ck_export_total(void) { return ck_export_count; }

const char *ck_export_name(int32_t export) {
  return export >= 0 && (size_t)export < ck_export_count ? ck_export_rows[export].name : NULL;
}

const char *ck_export_signature(int32_t export) {
  return export >= 0 && (size_t)export < ck_export_count ? ck_export_rows[export].signature : NULL;
}

int32_t ck_call(ck_instance *instance, int32_t export, const uint64_t *arguments, size_t count,
                uint64_t *result) {
  if (export < 0 || (size_t)export >= ck_export_count)
    return CK_NO_EXPORT;
  const ck_export_row *const row = &ck_export_rows[export];
  if (count != row->parameter_count)
    return CK_ARGUMENTS;
  ck_entered = instance;
  int32_t outcome = CK_OK;
  if (CK_SETJMP(instance->trapped) == 0) {
    *result = row->thunk(&instance->module, arguments);
  } else {
    outcome = (int32_t)instance->trap;
  }
  ck_entered = NULL;
  return outcome;
}

uint8_t *ck_memory(const ck_instance *instance) { return instance->module.w2c_memory.data; }

size_t ck_memory_bytes(const ck_instance *instance) {
  return (size_t)instance->module.w2c_memory.size;
}

const char *ck_outcome_name(int32_t outcome) {
  static const char *const traps[] = {"none",
                                      "out of bounds",
                                      "integer overflow",
                                      "division by zero",
                                      "invalid conversion",
                                      "unreachable",
                                      "call indirect",
                                      "uncaught exception",
                                      "unaligned",
                                      "null reference",
                                      "exhaustion"};
  if (outcome >= 0 && (size_t)outcome < sizeof traps / sizeof traps[0])
    return traps[outcome];
  switch (outcome) {
  case CK_NO_EXPORT:
    return "no such export";
  case CK_ARGUMENTS:
    return "other number of arguments";
  case CK_STORAGE:
    return "storage too small or not aligned";
  default:
    return "unknown";
  }
}

const char *ck_module_sha256(void) { return CK_MODULE_SHA256; }

const char *ck_build_info(void) {
#if defined(__OPTIMIZE__)
#define CK_MODE "optimized"
#else
#define CK_MODE "not optimized"
#endif
  return "wasm2c 1.0.39, bounds checks, " CK_MODE ", " __VERSION__;
}
