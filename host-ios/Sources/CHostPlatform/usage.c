// Threads, memory and CPU time of a process: Mach on Apple, /proc on Linux. Never called while a
// trial is timed; a query costs tens of microseconds.
#if !defined(__APPLE__)
#define _GNU_SOURCE
#endif
#include "CHostPlatform.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

static const uint64_t absent = UINT64_MAX;
static const hp_usage nothing_read = {UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX,
                                      UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX};

#if defined(__APPLE__)
#include <TargetConditionals.h>
#include <mach/mach.h>
#include <sys/resource.h>
#include <sys/sysctl.h>

static uint64_t count_threads(void) {
  thread_act_array_t list = NULL;
  mach_msg_type_number_t count = 0;
  if (task_threads(mach_task_self(), &list, &count) != KERN_SUCCESS)
    return absent;
  // Each port is a right of ours and the array our memory: a query that keeps them leaks.
  for (mach_msg_type_number_t i = 0; i < count; i++)
    mach_port_deallocate(mach_task_self(), list[i]);
  vm_deallocate(mach_task_self(), (vm_address_t)list, count * sizeof *list);
  return count;
}

int32_t hp_read_usage(int32_t pid, hp_usage *usage) {
  if (pid != 0)
    return -ENOTSUP;
  *usage = nothing_read;
  usage->threads = count_threads();
  task_vm_info_data_t vm;
  mach_msg_type_number_t count = TASK_VM_INFO_COUNT;
  if (task_info(mach_task_self(), TASK_VM_INFO, (task_info_t)&vm, &count) == KERN_SUCCESS) {
    usage->rss_bytes = vm.resident_size;
    usage->peak_rss_bytes = vm.resident_size_peak;
    usage->footprint_bytes = vm.phys_footprint;
    // Compressed pages are not resident: they count in the footprint alone.
    usage->rss_shared_bytes = vm.external;
    usage->rss_anon_bytes = vm.resident_size - vm.external;
  }
  struct rusage used;
  if (getrusage(RUSAGE_SELF, &used) == 0) {
    usage->cpu_ns = (uint64_t)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) * UINT64_C(1000000000) +
                    (uint64_t)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) * UINT64_C(1000);
    usage->involuntary_switches = (uint64_t)used.ru_nivcsw;
  }
  return 0;
}

uint64_t hp_memory_bytes(void) {
  uint64_t bytes = 0;
  size_t size = sizeof bytes;
  return sysctlbyname("hw.memsize", &bytes, &size, NULL, 0) == 0 ? bytes : 0;
}

int32_t hp_cpu_model(char *text, size_t capacity) {
  // machdep.cpu.brand_string is a Mac's; an iPad has its model identifier only.
  size_t size = capacity;
  if (sysctlbyname("machdep.cpu.brand_string", text, &size, NULL, 0) == 0)
    return (int32_t)strlen(text);
  size = capacity;
  return sysctlbyname("hw.machine", text, &size, NULL, 0) == 0 ? (int32_t)strlen(text) : -errno;
}
#else

// The value of a "Name:   123 kB" line of /proc/PID/status.
static uint64_t status_field(const char *status, const char *name) {
  const char *const line = strstr(status, name);
  return line == NULL ? absent : strtoull(line + strlen(name), NULL, 10);
}

static uint64_t kib(uint64_t value) { return value == absent ? absent : value * 1024; }

static int32_t read_text(const char *path, char *text, size_t capacity) {
  FILE *const file = fopen(path, "re");
  if (file == NULL)
    return -errno;
  const size_t got = fread(text, 1, capacity - 1, file);
  text[got] = 0;
  fclose(file);
  return (int32_t)got;
}

// Field 1 of schedstat is nanoseconds on a CPU; utime and stime of stat only count ticks of 10 ms.
// Like the switches it is told for each thread.
static void add_thread(int32_t process, const char *thread, hp_usage *usage) {
  char path[96], text[4096];
  snprintf(path, sizeof path, "/proc/%d/task/%.20s/schedstat", process, thread);
  if (read_text(path, text, sizeof text) > 0)
    usage->cpu_ns += strtoull(text, NULL, 10);
  snprintf(path, sizeof path, "/proc/%d/task/%.20s/status", process, thread);
  if (read_text(path, text, sizeof text) > 0) {
    const uint64_t switches = status_field(text, "\nnonvoluntary_ctxt_switches:");
    usage->involuntary_switches += switches == absent ? 0 : switches;
  }
}

static void read_threads(int32_t process, hp_usage *usage) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/task", process);
  DIR *const tasks = opendir(path);
  if (tasks == NULL)
    return;
  usage->cpu_ns = 0;
  usage->involuntary_switches = 0;
  for (const struct dirent *entry = readdir(tasks); entry != NULL; entry = readdir(tasks))
    if (entry->d_name[0] != '.')
      add_thread(process, entry->d_name, usage);
  closedir(tasks);
}

static uint64_t sum_of(uint64_t left, uint64_t right) {
  return left == absent || right == absent ? absent : left + right;
}

int32_t hp_read_usage(int32_t pid, hp_usage *usage) {
  char path[64], text[4096];
  *usage = nothing_read;
  const int32_t process = pid == 0 ? (int32_t)getpid() : pid;
  snprintf(path, sizeof path, "/proc/%d/status", process);
  const int32_t got = read_text(path, text, sizeof text);
  if (got < 0)
    return got;
  usage->threads = status_field(text, "\nThreads:");
  usage->rss_bytes = kib(status_field(text, "\nVmRSS:"));
  usage->rss_anon_bytes = kib(status_field(text, "\nRssAnon:"));
  usage->rss_shared_bytes =
      sum_of(kib(status_field(text, "\nRssFile:")), kib(status_field(text, "\nRssShmem:")));
  usage->peak_rss_bytes = kib(status_field(text, "\nVmHWM:"));
  read_threads(process, usage);
  return 0;
}

uint64_t hp_memory_bytes(void) {
  return (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
}

int32_t hp_cpu_model(char *text, size_t capacity) {
  char info[4096];
  const int32_t got = read_text("/proc/cpuinfo", info, sizeof info);
  if (got < 0)
    return got;
  const char *const line = strstr(info, "model name");
  const char *const colon = line == NULL ? NULL : strchr(line, ':');
  if (colon == NULL)
    return -ENOENT;
  const size_t length = strcspn(colon + 2, "\n");
  return snprintf(text, capacity, "%.*s", (int)length, colon + 2);
}
#endif

uint32_t hp_cpu_count(void) {
  const long count = sysconf(_SC_NPROCESSORS_ONLN);
  return count > 0 ? (uint32_t)count : 1;
}

int32_t hp_os_release(char *text, size_t capacity) {
  struct utsname name;
  return uname(&name) == 0 ? snprintf(text, capacity, "%s", name.release) : -errno;
}

const char *hp_platform(void) {
#if !defined(__APPLE__)
  return "linux";
#elif TARGET_OS_IPHONE
  return "ios";
#else
  return "darwin";
#endif
}

const char *hp_architecture(void) {
#if defined(__aarch64__)
  return "arm64";
#elif defined(__x86_64__)
  return "x64";
#else
  return "unknown";
#endif
}
