/* Preloaded into a server under test: moves its wall clock, and fills its disk, on command.
 *
 * The commands are in the file named by FAULTS_FILE, which is mapped: an offset of the wall clock in
 * nanoseconds, then a number that is not zero while the disk is full.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile int64_t *commands;

__attribute__((constructor)) static void open_commands(void) {
  const char *path = getenv("FAULTS_FILE");
  int fd = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
  if (fd >= 0) {
    void *mapped = mmap(NULL, 16, PROT_READ, MAP_SHARED, fd, 0);
    commands = mapped == MAP_FAILED ? NULL : mapped;
    close(fd);
  }
}

static int64_t offset(void) { return commands ? commands[0] : 0; }

static int is_full(int fd) {
  struct stat status;
  return commands && commands[1] && fstat(fd, &status) == 0 && S_ISREG(status.st_mode);
}

int clock_gettime(clockid_t clock, struct timespec *value) {
  static int (*real)(clockid_t, struct timespec *);
  if (!real) real = dlsym(RTLD_NEXT, "clock_gettime");
  int result = real(clock, value);
  if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) {
    int64_t total = value->tv_sec * 1000000000LL + value->tv_nsec + offset();
    value->tv_sec = total / 1000000000LL;
    value->tv_nsec = total % 1000000000LL;
  }
  return result;
}

int gettimeofday(struct timeval *restrict value, void *restrict zone) {
  struct timespec now;
  (void)zone;
  clock_gettime(CLOCK_REALTIME, &now);
  value->tv_sec = now.tv_sec;
  value->tv_usec = now.tv_nsec / 1000;
  return 0;
}

time_t time(time_t *value) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (value) *value = now.tv_sec;
  return now.tv_sec;
}

#define REFUSE_IF_FULL(fd) \
  if (is_full(fd)) {       \
    errno = ENOSPC;        \
    return -1;             \
  }

ssize_t write(int fd, const void *data, size_t size) {
  static ssize_t (*real)(int, const void *, size_t);
  if (!real) real = dlsym(RTLD_NEXT, "write");
  REFUSE_IF_FULL(fd)
  return real(fd, data, size);
}

ssize_t pwrite(int fd, const void *data, size_t size, off_t at) {
  static ssize_t (*real)(int, const void *, size_t, off_t);
  if (!real) real = dlsym(RTLD_NEXT, "pwrite");
  REFUSE_IF_FULL(fd)
  return real(fd, data, size, at);
}

ssize_t pwrite64(int fd, const void *data, size_t size, off64_t at) {
  static ssize_t (*real)(int, const void *, size_t, off64_t);
  if (!real) real = dlsym(RTLD_NEXT, "pwrite64");
  REFUSE_IF_FULL(fd)
  return real(fd, data, size, at);
}
