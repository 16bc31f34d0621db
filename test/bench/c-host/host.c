// The C host: the same sessions, credit, acknowledgments and full comparison as host-node, in plain
// C over poll, read and writev. It is the yardstick of `npm run bench:duplex`, not a product; it
// checks the worker's frames only as far as it needs. Usage: c-host PAYLOAD WARMUP FRAMES SESSIONS
// CREDIT_FRAMES(0 = default) ACK_EVERY STORAGE(0|1|2) -- WORKER ARGV... Prints one line of JSON:
// p50Ns, p95Ns, p99Ns of receipt, bytesPerSecond, messagesPerSecond, and hostCpuNs and workerCpuNs
// per message.
#define _GNU_SOURCE
#include "frame.h"
#include "worker.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum {
  COPY_LIMIT = 16384,
  READ_BYTES = 262144,
  OUT_BYTES = 1 << 20,
  MAX_IOV = 64,
  DEFAULT_FRAMES = 4096
};

typedef struct {
  uint32_t id, sent, received, acked, goal;
  uint64_t inReleasedBytes, inReleasedFrames; // the worker's CREDIT to us
  uint64_t releasedBytes, unreportedBytes;    // our CREDIT to the worker
  uint64_t releasedFrames, unreportedFrames;
  uint64_t *startNs; // one stamp a frame in flight
} session_t;

static struct {
  size_t payload, warmup, frames, sessions;
  uint64_t creditBytes;
  uint32_t creditFrames, ackEvery, storage, slotBytes, ring;
} plan;
static worker_t worker;
static session_t *sessions;
static uint8_t *pattern, *in, *out;
static size_t inHead, inTail, inCapacity, outUsed;
static struct iovec iov[MAX_IOV];
static int iovCount, iovDone;
static uint64_t *latency, startedNs;
static size_t latencies, opened, ended;

static uint64_t now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

// Small pieces are copied and merged into one segment; the space is reused only when everything
// queued was written.
static void queue_copy(const void *bytes, size_t n) {
  memcpy(out + outUsed, bytes, n);
  struct iovec *last = iovCount > iovDone ? &iov[iovCount - 1] : NULL;
  if (last && (uint8_t *)last->iov_base + last->iov_len == out + outUsed) {
    last->iov_len += n;
  } else {
    iov[iovCount++] = (struct iovec){out + outUsed, n};
  }
  outUsed += n;
}

static void queue_frame(uint8_t kind, uint32_t session, uint32_t sequence, const void *body,
                        uint32_t n) {
  const header_t header = {.length = n, .kind = kind, .session = session, .sequence = sequence};
  queue_copy(&header, sizeof header);
  if (n)
    queue_copy(body, n);
}

static void queue_data(session_t *s, uint64_t at) {
  const uint8_t *payload = pattern + payload_phase(s->id, s->sent);
  header_t header = {
      .length = (uint32_t)plan.payload, .kind = DATA, .session = s->id, .sequence = s->sent};
  s->startNs[s->sent & (plan.ring - 1)] = at;
  if (plan.storage > 0) {
    header.flags = FLAG_SLOT;
    header.slot = (uint16_t)((s->id - 1) * plan.creditFrames + s->sent % plan.creditFrames);
    memcpy(worker.slotsIn + (size_t)header.slot * plan.slotBytes, payload, plan.payload);
    queue_copy(&header, sizeof header);
  } else {
    queue_copy(&header, sizeof header);
    if (plan.payload <= COPY_LIMIT)
      queue_copy(payload, plan.payload);
    else
      iov[iovCount++] = (struct iovec){(void *)payload, plan.payload};
  }
  s->sent++;
}

static int may_send(const session_t *s) {
  const uint64_t sentBytes = (uint64_t)s->sent * plan.payload;
  return s->sent < s->goal && iovCount < MAX_IOV - 4 &&
         outUsed + plan.payload % COPY_LIMIT + 65536 < OUT_BYTES &&
         s->sent + 1 - s->inReleasedFrames <= plan.creditFrames &&
         sentBytes + plan.payload - s->inReleasedBytes <= plan.creditBytes &&
         s->sent - s->acked < plan.ring;
}

// Writes what is queued, as far as the OS takes it; 1 when nothing is left.
static int flush(void) {
  while (iovDone < iovCount) {
    ssize_t n = writev(worker.channel, iov + iovDone, iovCount - iovDone);
    if (n < 0 && (errno == EAGAIN || errno == EINTR))
      return 0;
    if (n < 0)
      fail("writev");
    while (iovDone < iovCount && (size_t)n >= iov[iovDone].iov_len)
      n -= (ssize_t)iov[iovDone++].iov_len;
    if (n > 0) {
      iov[iovDone].iov_base = (uint8_t *)iov[iovDone].iov_base + n;
      iov[iovDone].iov_len -= (size_t)n;
    }
  }
  iovCount = iovDone = 0;
  outUsed = 0;
  return 1;
}

static void release(session_t *s) {
  s->releasedBytes += plan.payload;
  s->unreportedBytes += plan.payload;
  s->releasedFrames++;
  s->unreportedFrames++;
  if (s->unreportedBytes * 2 < plan.creditBytes && s->unreportedFrames * 2 < plan.creditFrames &&
      s->unreportedBytes + plan.payload <= plan.creditBytes)
    return;
  const uint64_t totals[2] = {s->releasedBytes, s->releasedFrames};
  queue_frame(CREDIT, s->id, 0, totals, sizeof totals);
  s->unreportedBytes = s->unreportedFrames = 0;
}

static void take_echo(session_t *s, const header_t *h, const uint8_t *payload, uint64_t at) {
  if (h->sequence != s->received || h->length != plan.payload)
    fail("echo out of order");
  if (plan.storage == 2)
    payload = worker.slotsOut + (size_t)h->slot * plan.slotBytes;
  if (s->received >= plan.warmup)
    latency[latencies++] = at - s->startNs[s->received & (plan.ring - 1)];
  if (memcmp(payload, pattern + payload_phase(s->id, s->received), plan.payload) != 0)
    fail("echo differs");
  s->received++;
  if (s->received - s->acked >= plan.ackEvery || s->received == s->goal) {
    queue_frame(ACK, s->id, s->received, NULL, 0);
    s->acked = s->received;
  }
  release(s);
}

static void take_frame(const header_t *h, const uint8_t *body, uint64_t at) {
  if (h->kind == ERROR)
    fail("the worker sent ERROR");
  opened += h->kind == OPEN;
  ended += h->kind == END;
  if (h->kind == HELLO || h->kind == OPEN || h->kind == END)
    return;
  session_t *s = &sessions[h->session - 1];
  if (h->kind == DATA)
    take_echo(s, h, body, at);
  if (h->kind == CREDIT) {
    memcpy(&s->inReleasedBytes, body, 8);
    memcpy(&s->inReleasedFrames, body + 8, 8);
  }
}

static void take_input(uint64_t at) {
  while (inTail - inHead >= HEADER_BYTES) {
    header_t h;
    memcpy(&h, in + inHead, sizeof h);
    const size_t body = h.flags & FLAG_SLOT ? 0 : h.length;
    if (inTail - inHead < HEADER_BYTES + body)
      break;
    take_frame(&h, in + inHead + HEADER_BYTES, at);
    inHead += HEADER_BYTES + body;
  }
  if (inHead == inTail)
    inHead = inTail = 0;
  else if (inCapacity - inTail < plan.payload + READ_BYTES) {
    memmove(in, in + inHead, inTail - inHead);
    inTail -= inHead;
    inHead = 0;
  }
}

static int receive(void) {
  const ssize_t n =
      read(worker.channel, in + inTail, READ_BYTES > plan.payload ? READ_BYTES : plan.payload);
  const uint64_t at = now();
  if (n == 0)
    fail("the worker closed the channel");
  if (n < 0 && errno == EAGAIN)
    return 0;
  if (n < 0)
    fail("read");
  inTail += (size_t)n;
  take_input(at);
  return 1;
}

// Everything sent is back, compared and acknowledged, and the OS has the last ack.
static int drained(void) {
  for (size_t i = 0; i < plan.sessions; i++)
    if (sessions[i].received < sessions[i].goal)
      return 0;
  return iovCount == iovDone;
}

// One frame in flight per session: blocking reads, so a round trip is one write, one read, one
// comparison, one ack.
static void loop(void) {
  const int closed = plan.creditFrames == 1;
  fcntl(worker.channel, F_SETFL, closed ? 0 : O_NONBLOCK);
  while (!drained()) {
    flush();
    const uint64_t at = now();
    for (size_t i = 0; i < plan.sessions; i++)
      while (may_send(&sessions[i]) && (!closed || sessions[i].sent == sessions[i].acked))
        queue_data(&sessions[i], at);
    const int written = flush();
    if (drained())
      return;
    if (receive() || closed)
      continue;
    struct pollfd fd = {worker.channel, (short)(POLLIN | (written ? 0 : POLLOUT)), 0};
    poll(&fd, 1, -1);
  }
}

static void open_sessions(void) {
  uint8_t hello[HELLO_BYTES] = {0};
  const uint16_t version = 1;
  const uint32_t limit = 16777216;
  memcpy(hello, &HELLO_MAGIC, 4);
  memcpy(hello + 4, &version, 2);
  hello[6] = plan.storage > 0;
  memcpy(hello + 8, worker.token, TOKEN_BYTES);
  memcpy(hello + 24, &limit, 4);
  queue_frame(HELLO, 0, 0, hello, HELLO_BYTES);
  for (size_t i = 0; i < plan.sessions; i++) {
    open_t open = {.creditBytes = plan.creditBytes,
                   .creditFrames = plan.creditFrames,
                   .payloadBytes = (uint32_t)plan.payload,
                   .storage = (uint8_t)plan.storage};
    if (plan.storage > 0) {
      open.firstSlot = (uint16_t)(i * plan.creditFrames);
      open.slotCount = (uint16_t)plan.creditFrames;
      open.slotBytes = plan.slotBytes;
    }
    sessions[i] = (session_t){.id = (uint32_t)i + 1, .startNs = calloc(plan.ring, 8)};
    queue_frame(OPEN, sessions[i].id, 0, &open, OPEN_BYTES);
  }
  flush();
  while (opened < plan.sessions)
    receive();
}

static void read_plan(char **argv) {
  plan.payload = strtoul(argv[1], NULL, 10);
  plan.warmup = strtoul(argv[2], NULL, 10);
  plan.frames = strtoul(argv[3], NULL, 10);
  plan.sessions = strtoul(argv[4], NULL, 10);
  plan.creditFrames = (uint32_t)strtoul(argv[5], NULL, 10);
  plan.ackEvery = (uint32_t)strtoul(argv[6], NULL, 10);
  plan.storage = (uint32_t)strtoul(argv[7], NULL, 10);
  plan.creditBytes =
      plan.creditFrames * plan.payload > 65536 ? plan.creditFrames * plan.payload : 65536;
  if (plan.creditFrames == 0)
    plan.creditFrames = DEFAULT_FRAMES;
  for (plan.ring = 1; plan.ring < 2 * plan.creditFrames + plan.ackEvery; plan.ring *= 2) {
  }
  plan.slotBytes = (uint32_t)((plan.payload + 65535) / 65536 * 65536);
  inCapacity = 2 * plan.payload + 4 * READ_BYTES + 65536;
  in = malloc(inCapacity);
  out = malloc(OUT_BYTES + COPY_LIMIT);
  pattern = malloc(plan.payload + PERIOD);
  latency = malloc(8 * (plan.frames * plan.sessions + 1));
  sessions = calloc(plan.sessions, sizeof *sessions);
  if (!in || !out || !pattern || !latency || !sessions)
    fail("malloc");
  pattern_fill(pattern, plan.payload + PERIOD);
}

static int by_value(const void *a, const void *b) {
  const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

// Nearest rank, as the kernel's.
static uint64_t quantile(size_t percent) { return latency[(latencies * percent + 99) / 100 - 1]; }

static void report(double seconds, cpu_t before, cpu_t after) {
  const double messages = (double)(plan.frames * plan.sessions);
  qsort(latency, latencies, sizeof *latency, by_value);
  printf("{\"p50Ns\":%llu,\"p95Ns\":%llu,\"p99Ns\":%llu,\"bytesPerSecond\":%.0f,"
         "\"messagesPerSecond\":%.0f,\"hostCpuNs\":%.0f,\"workerCpuNs\":%.0f}\n",
         (unsigned long long)quantile(50), (unsigned long long)quantile(95),
         (unsigned long long)quantile(99), messages * (double)plan.payload / seconds,
         messages / seconds, (double)(after.host - before.host) / messages,
         (double)(after.worker - before.worker) / messages);
}

int main(int argc, char **argv) {
  if (argc < 10)
    fail("usage: c-host PAYLOAD WARMUP FRAMES SESSIONS CREDIT_FRAMES ACK_EVERY STORAGE -- WORKER "
         "ARGV");
  read_plan(argv);
  const size_t slots = plan.storage > 0 ? plan.sessions * plan.creditFrames * plan.slotBytes : 0;
  worker = worker_start(argv + 9, slots);
  open_sessions();
  for (size_t i = 0; i < plan.sessions; i++)
    sessions[i].goal = (uint32_t)plan.warmup;
  loop();
  for (size_t i = 0; i < plan.sessions; i++)
    sessions[i].goal = (uint32_t)(plan.warmup + plan.frames);
  const cpu_t before = cpu_used(&worker);
  startedNs = now();
  loop();
  const double seconds = (double)(now() - startedNs) / 1e9;
  const cpu_t after = cpu_used(&worker);
  for (size_t i = 0; i < plan.sessions; i++)
    queue_frame(END, sessions[i].id, sessions[i].sent, NULL, 0);
  fcntl(worker.channel, F_SETFL, 0);
  flush();
  while (ended < plan.sessions)
    receive();
  const int status = worker_stop(&worker);
  report(seconds, before, after);
  return status != 0;
}
