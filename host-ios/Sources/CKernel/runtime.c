// The four callbacks of wasm2c output: memory lies in the storage that ck_create was given, and a
// trap jumps back to ck_call. Nothing is allocated here and no signal is handled.
#include "instance.h"

_Thread_local struct ck_instance *ck_entered;

void wasm_rt_trap(wasm_rt_trap_t trap) {
  ck_entered->trap = trap;
  longjmp(ck_entered->trapped, 1);
}

void wasm_rt_allocate_memory(wasm_rt_memory_t *memory, uint64_t initial_pages, uint64_t max_pages,
                             bool is64, uint32_t page_size) {
  const uint64_t bytes = initial_pages * page_size;
  // ck_create reports it: without storage no instance comes to be.
  if (bytes > ck_entered->capacity_bytes)
    wasm_rt_trap(WASM_RT_TRAP_EXHAUSTION);
  memory->data = ck_entered->storage;
  memory->page_size = page_size;
  memory->pages = initial_pages;
  memory->max_pages = max_pages;
  memory->size = bytes;
  memory->is64 = is64;
}

uint64_t wasm_rt_grow_memory(wasm_rt_memory_t *memory, uint64_t pages) {
  const uint64_t before = memory->pages;
  const uint64_t limit_pages = ck_entered->capacity_bytes / memory->page_size;
  const uint64_t most = limit_pages < memory->max_pages ? limit_pages : memory->max_pages;
  if (before > most || pages > most - before)
    return (uint64_t)-1;
  memory->pages = before + pages;
  memory->size = memory->pages * memory->page_size;
  return before;
}

void wasm_rt_free_memory(wasm_rt_memory_t *memory) { memory->data = NULL; }
