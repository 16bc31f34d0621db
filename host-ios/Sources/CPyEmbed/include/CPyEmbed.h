// CPython inside this process: one interpreter for each worker, in a thread of its own, running
// `echometer_worker.serve` over a descriptor. It knows no frame; Swift sees no Python type.
#ifndef CPYEMBED_H_
#define CPYEMBED_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct pe_worker pe_worker;

// Outcomes.
#define PE_OK 0
#define PE_UNAVAILABLE 1 // built without CPython
#define PE_NOT_STARTED 2 // pe_start has not succeeded, or pe_stop has been called
#define PE_PYTHON 3      // Python raised; the text says what
#define PE_FAULT 4       // the worker ended by a channel fault; the text names it
#define PE_SYSTEM 5      // no memory or no thread
#define PE_RUNNING 6     // the worker has not ended in time

// Starts CPython, once per process: isolated, no site, no environment, UTF-8, no signal handlers.
// `home` may be NULL (the build's prefix); `paths` is the whole of sys.path; `executable` may be
// NULL. On iOS it must be the app's binary, from which CPython finds the frameworks that hold its
// modules.
int32_t pe_start(const char *home, const char *executable, const char *const *paths,
                 size_t path_count, char *text, size_t capacity);
// Ends CPython. Every worker must have been joined.
void pe_stop(void);

// "3.13": the version of the headers, or "".
const char *pe_build_version(void);
// "3.13.5 (main, …)", or "" before pe_start.
const char *pe_version(void);
// Whether each worker has a GIL of its own (CPython 3.12 and later).
bool pe_has_own_gil(void);

// Starts a worker on one end of a socket pair, which it owns and closes. The slots (NULL when there
// are none) must stay until pe_worker_finish has returned PE_OK, PE_FAULT or PE_PYTHON.
int32_t pe_worker_start(int32_t channel, const uint8_t token[16], const void *input_slots,
                        size_t input_bytes, void *output_slots, size_t output_bytes,
                        pe_worker **worker);

bool pe_worker_has_ended(pe_worker *worker);

// Waits for the worker's end, at most so long, and frees it. PE_RUNNING frees nothing. Otherwise
// how it ended; `text` names the fault or the exception.
int32_t pe_worker_finish(pe_worker *worker, uint32_t timeout_ms, char *text, size_t capacity);

#endif
