// The ahead-of-time compiled kernel as Swift sees it: opaque instances, exports found by name,
// calls whose traps are results. What the exports mean is docs/abi.md; this header does not know.
#ifndef CKERNEL_H_
#define CKERNEL_H_

#include <stddef.h>
#include <stdint.h>

typedef struct ck_instance ck_instance;

// Outcomes of ck_create and ck_call: 0, a trap of WebAssembly (1 to 10, ck_outcome_name), or one of
// these.
#define CK_OK 0
#define CK_NO_EXPORT 100
#define CK_ARGUMENTS 101
#define CK_STORAGE 102

// Makes an instance whose linear memory is `storage`: zeroed, aligned to 4096 bytes, and the
// caller's until ck_destroy. Memory grows up to capacity_bytes and never moves.
int32_t ck_create(void *storage, size_t capacity_bytes, ck_instance **created);
void ck_destroy(ck_instance *instance);

// The index of an export, or -1. Constant for the life of the process.
int32_t ck_find(const char *name);
size_t ck_export_total(void);
const char *ck_export_name(int32_t export);
// "ij>i": i = i32, j = i64, f = f32, d = f64, v = nothing; a leading g marks a global.
const char *ck_export_signature(int32_t export);

// Calls an export, or reads a global. Arguments and result are slots of 64 bits: i32 zero-extended,
// f64 as its bits. One thread at a time per instance. After a trap the instance can be called
// again.
int32_t ck_call(ck_instance *instance, int32_t export, const uint64_t *arguments, size_t count,
                uint64_t *result);

// Linear memory: the address never changes, the size only in calls that grow it.
uint8_t *ck_memory(const ck_instance *instance);
size_t ck_memory_bytes(const ck_instance *instance);

const char *ck_outcome_name(int32_t outcome);
// Of the .wasm file that was translated, 64 hex digits.
const char *ck_module_sha256(void);
const char *ck_build_info(void);

#endif
