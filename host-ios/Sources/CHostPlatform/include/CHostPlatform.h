// What the Swift host needs from the operating system, the same on Linux and Apple: a clock,
// readings of this process, byte channels, mapped storage, child processes. It knows no frame and
// no kernel. Functions that can fail return a negative errno; nothing here prints, exits or sets a
// signal handler.
#ifndef CHOSTPLATFORM_H_
#define CHOSTPLATFORM_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// ---- Clock -------------------------------------------------------------------------------------

// Monotonic, not counting sleep: CLOCK_UPTIME_RAW on Apple, CLOCK_MONOTONIC on Linux.
uint64_t hp_now_ns(void);
const char *hp_clock_source(void);

// ---- Readings of a process
// -------------------------------------------------------------------------

// A field that the platform does not have is UINT64_MAX.
typedef struct {
  uint64_t threads;
  uint64_t rss_bytes;
  uint64_t rss_anon_bytes;
  uint64_t rss_shared_bytes; // resident pages of files and shared memory: code, libraries, slots
  uint64_t peak_rss_bytes;
  uint64_t footprint_bytes;
  uint64_t cpu_ns;
  uint64_t involuntary_switches; // a thread that could have gone on was taken off
} hp_usage;

// pid 0 is this process; another process can be read on Linux only (-ENOTSUP on Apple).
int32_t hp_read_usage(int32_t pid, hp_usage *usage);

uint64_t hp_memory_bytes(void);
uint32_t hp_cpu_count(void);
// Each writes a text of at most capacity - 1 bytes and returns its length, or -errno.
int32_t hp_cpu_model(char *text, size_t capacity);
int32_t hp_os_release(char *text, size_t capacity);
const char *hp_platform(void);
const char *hp_architecture(void);

// ---- Channels
// ---------------------------------------------------------------------------------------

// A pair of connected Unix stream sockets, close-on-exec, with buffers of about buffer_bytes
// (Darwin's default is 8 KiB) and without SIGPIPE.
int32_t hp_channel_pair(int32_t buffer_bytes, int32_t ends[2]);

// Connects to a Unix socket. -ENOENT and -ECONNREFUSED mean: not there yet.
int32_t hp_channel_connect(const char *path, int32_t buffer_bytes);

// Bytes received, 0 at the end of the stream, -EAGAIN when there is nothing (wait = false).
// With wait = true it blocks until something is there or the timeout of hp_channel_set_timeout.
int64_t hp_receive(int32_t channel, void *at, size_t room, bool wait);

// Sends the segments {address u32, bytes u32} of `memory`, from byte `skip` of them on, in one call
// and without waiting. Returns the bytes accepted (may be fewer), or -errno.
int64_t hp_send_segments(int32_t channel, const uint8_t *memory, const uint32_t *segments,
                         size_t count, size_t skip);

int32_t hp_channel_set_timeout(int32_t channel, uint32_t milliseconds);
// Waits until one of the channels can be read, or (where its `writes` is true) written. Returns how
// many are ready (0 at the timeout); `ready` has 1 = readable or ended, 2 = writable, per channel.
int32_t hp_wait(const int32_t *channels, const bool *writes, size_t count, int32_t timeout_ms,
                uint8_t *ready);
void hp_close(int32_t descriptor);

// ---- Storage
// ------------------------------------------------------------------------------------------

size_t hp_page_bytes(void);
// Zeroed private memory that costs nothing until it is touched; NULL when the address space has no
// room.
void *hp_storage_reserve(size_t bytes);
void hp_storage_release(void *at, size_t bytes);

// A shared file without a name, of `bytes`, written full (a full tmpfs kills by SIGBUS otherwise).
int32_t hp_shared_create(size_t bytes);
// Maps it, at `at` (inside reserved storage, page aligned) or anywhere when NULL.
void *hp_shared_map(int32_t file, size_t bytes, void *at);

// ---- Files and pipes
// ------------------------------------------------------------------------------------

// Descriptors from 16 on, close-on-exec; -errno.
int32_t hp_pipe(int32_t ends[2]);
int32_t hp_open(const char *path, bool writes);
int64_t hp_write(int32_t descriptor, const void *at, size_t bytes);
int32_t hp_sync(int32_t descriptor);

// ---- Processes (not on iOS, where they answer -ENOTSUP)
// -----------------------------------------------------

// Starts `path` with `arguments` (NULL-ended, arguments[0] included) and `environment` (NULL:
// ours); descriptor from[i] >= 16 becomes to[i] < 16 in the child, all others above 2 are closed
// there.
int32_t hp_spawn(const char *path, char *const *arguments, char *const *environment,
                 const int32_t *from, const int32_t *to, size_t count);
// 1 when the process has ended (code >= 0, or signal > 0), 0 when it runs (wait = false), -errno.
int32_t hp_wait_child(int32_t pid, bool wait, int32_t *code, int32_t *signal);
void hp_kill(int32_t pid);

int32_t hp_random(void *at, size_t bytes);

#endif
