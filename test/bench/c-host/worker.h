// Starts a worker on one end of a Unix socket pair, with its token and slot files. It does not
// speak the protocol.
#ifndef ECHOMETER_BENCH_WORKER_H
#define ECHOMETER_BENCH_WORKER_H
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

typedef struct {
  int channel;
  pid_t pid;
  uint8_t token[16];
  uint8_t *slotsIn, *slotsOut; // mapped shared files; NULL without slots
} worker_t;

// Processor time so far, in nanoseconds, of this process and of the worker.
typedef struct {
  uint64_t host, worker;
} cpu_t;

// argv ends with NULL and gets `--fd N --token-fd N [--slots-in-fd N --slots-out-fd N]` appended.
// Exits on failure.
worker_t worker_start(char **argv, size_t slotFileBytes);
cpu_t cpu_used(const worker_t *worker);
// Closes the channel and waits; the worker's exit status.
int worker_stop(worker_t *worker);
void fail(const char *what);
#endif
