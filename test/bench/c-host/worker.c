// Starts a worker on one end of a Unix socket pair; see worker.h.
#define _GNU_SOURCE
#include "worker.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

void fail(const char *what) {
  fprintf(stderr, "c-host: %s: %s\n", what, errno ? strerror(errno) : "protocol violation");
  exit(1);
}

static uint8_t *map_slots(int *fd, size_t bytes) {
  *fd = memfd_create("slots", 0);
  if (*fd < 0 || ftruncate(*fd, (off_t)bytes) != 0)
    fail("slot file");
  uint8_t *at = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, *fd, 0);
  if (at == MAP_FAILED)
    fail("slot mapping");
  return at;
}

static void exec_worker(char **argv, int channel, int token, int slotsIn, int slotsOut) {
  static char numbers[4][12];
  static const char *const names[4] = {"--fd", "--token-fd", "--slots-in-fd", "--slots-out-fd"};
  const int fds[4] = {channel, token, slotsIn, slotsOut};
  char *full[64];
  int n = 0;
  while (argv[n] != NULL && n < 48) {
    full[n] = argv[n];
    n++;
  }
  for (int i = 0; i < 4; i++) {
    if (fds[i] < 0)
      continue;
    snprintf(numbers[i], sizeof numbers[i], "%d", fds[i]);
    full[n++] = (char *)names[i];
    full[n++] = numbers[i];
  }
  full[n] = NULL;
  execvp(full[0], full);
  fail("exec");
}

worker_t worker_start(char **argv, size_t slotFileBytes) {
  worker_t worker = {.channel = -1};
  int ends[2], token[2], in = -1, out = -1;
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0 || pipe(token) != 0)
    fail("socketpair");
  if (getrandom(worker.token, sizeof worker.token, 0) != sizeof worker.token)
    fail("getrandom");
  if (write(token[1], worker.token, sizeof worker.token) != sizeof worker.token)
    fail("token");
  close(token[1]);
  const int bytes = 262144; // the buffer size that gave most throughput for both ends
  for (int i = 0; i < 2; i++) {
    setsockopt(ends[i], SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes);
    setsockopt(ends[i], SOL_SOCKET, SO_RCVBUF, &bytes, sizeof bytes);
  }
  if (slotFileBytes > 0) {
    worker.slotsIn = map_slots(&in, slotFileBytes);
    worker.slotsOut = map_slots(&out, slotFileBytes);
  }
  worker.pid = fork();
  if (worker.pid < 0)
    fail("fork");
  if (worker.pid == 0) {
    close(ends[0]);
    exec_worker(argv, ends[1], token[0], in, out);
  }
  close(ends[1]);
  close(token[0]);
  worker.channel = ends[0];
  return worker;
}

cpu_t cpu_used(const worker_t *worker) {
  struct timespec host, other;
  clockid_t clock;
  if (clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &host) != 0 ||
      clock_getcpuclockid(worker->pid, &clock) != 0 || clock_gettime(clock, &other) != 0)
    fail("processor time");
  return (cpu_t){(uint64_t)host.tv_sec * 1000000000u + (uint64_t)host.tv_nsec,
                 (uint64_t)other.tv_sec * 1000000000u + (uint64_t)other.tv_nsec};
}

int worker_stop(worker_t *worker) {
  int status = 0;
  close(worker->channel);
  if (waitpid(worker->pid, &status, 0) != worker->pid)
    fail("waitpid");
  return status;
}
