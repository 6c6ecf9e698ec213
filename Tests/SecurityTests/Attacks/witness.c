// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "witness.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <inttypes.h>
#include <mqueue.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/xattr.h>
#include <unistd.h>

enum { REQUEST = 3, REPLY = 4, SECRET_SIZE = 64 };

static char secret[SECRET_SIZE], original[SECRET_SIZE];
static volatile sig_atomic_t signals[65];
static int tcp = -1, udp = -1, named = -1, abstract = -1, segment = -1, semaphores = -1, queue = -1;
static char *shared;
static long tcp_connections, datagrams, named_connections, abstract_connections;

static void say(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void say(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vdprintf(REPLY, format, arguments);
  va_end(arguments);
}

static void count_signal(int number) { signals[number]++; }

static int bound(int domain, int type, void *address, socklen_t size) {
  int fd = socket(domain, type | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (fd < 0 || bind(fd, address, size) < 0) return -1;
  if (type == SOCK_STREAM && listen(fd, 16) < 0) return -1;
  return fd;
}

static int port_of(int fd) {
  struct sockaddr_in address;
  socklen_t size = sizeof address;
  return getsockname(fd, (struct sockaddr *)&address, &size) < 0 ? 0 : ntohs(address.sin_port);
}

static void listen_for_victims(const char *path, const char *name) {
  struct sockaddr_in any = {.sin_family = AF_INET};
  any.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  tcp = bound(AF_INET, SOCK_STREAM, &any, sizeof any);
  udp = bound(AF_INET, SOCK_DGRAM, &any, sizeof any);
  struct sockaddr_un place = {.sun_family = AF_UNIX};
  snprintf(place.sun_path, sizeof place.sun_path, "%s", path);
  unlink(path);
  named = bound(AF_UNIX, SOCK_STREAM, &place, sizeof place);
  chmod(path, 0777);
  memset(place.sun_path, 0, sizeof place.sun_path);
  snprintf(place.sun_path + 1, sizeof place.sun_path - 1, "%s", name);
  abstract = bound(AF_UNIX, SOCK_STREAM, &place, (socklen_t)(sizeof(sa_family_t) + 1 + strlen(name)));
}

static void make_objects(key_t key, const char *queue_name) {
  if ((segment = shmget(key, 4096, IPC_CREAT | 0666)) >= 0) {
    shared = shmat(segment, NULL, 0);
    if (shared == (void *)-1) shared = NULL;
    else memcpy(shared, secret, SECRET_SIZE);
  }
  semaphores = semget(key, 1, IPC_CREAT | 0666);
  queue = mq_open(queue_name, O_RDWR | O_CREAT | O_NONBLOCK | O_CLOEXEC, 0666, NULL);
}

static void remove_objects(key_t key, const char *queue_name) {
  for (key_t at = key; at <= key + 1; at++) {
    int id = shmget(at, 0, 0);
    if (id >= 0) shmctl(id, IPC_RMID, NULL);
    id = (int)syscall(SYS_msgget, at, 0);
    if (id >= 0) syscall(SYS_msgctl, id, IPC_RMID, NULL);
  }
  int id = semget(key, 0, 0);
  if (id >= 0) semctl(id, 0, IPC_RMID);
  mq_unlink(queue_name);
  mq_unlink("/sallyport-channel");
}

// ---- Facts -------------------------------------------------------------------------------------------------------

static uint64_t mix(uint64_t hash, const void *bytes, size_t size) {
  for (const unsigned char *at = bytes; size > 0; size--) hash = (hash ^ *at++) * 0x100000001b3ull;
  return hash;
}

static uint64_t contents(const char *path, uint64_t hash) {
  char bytes[65536];
  int fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOATIME);
  if (fd < 0) fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (fd < 0) return hash;
  for (ssize_t size; (size = read(fd, bytes, sizeof bytes)) > 0;) hash = mix(hash, bytes, (size_t)size);
  close(fd);
  return hash;
}

/// Reports everything about the file that an attack could change, except the access time. The change time cannot be set
/// back, so only small files are read.
static void tell_file(const char *path, const struct stat *status) {
  char attributes[256];
  ssize_t size = llistxattr(path, attributes, sizeof attributes);
  uint64_t hash = mix(0xcbf29ce484222325ull, attributes, size > 0 ? (size_t)size : 0);
  if (S_ISREG(status->st_mode) && status->st_size < 1 << 16) hash = contents(path, hash);
  say("file:%s %o/%u/%lu/%ld/%ld.%09ld/%ld.%09ld/%" PRIx64 "\n", path, status->st_mode, status->st_uid,
      (unsigned long)status->st_nlink, (long)status->st_size, (long)status->st_mtim.tv_sec,
      (long)status->st_mtim.tv_nsec, (long)status->st_ctim.tv_sec, (long)status->st_ctim.tv_nsec, hash);
}

static void tell_tree(const char *path, int depth) {
  struct stat status;
  if (lstat(path, &status) < 0) {
    say("file:%s absent\n", path);
    return;
  }
  tell_file(path, &status);
  if (!S_ISDIR(status.st_mode) || depth > 8) return;
  DIR *directory = opendir(path);
  for (struct dirent *entry; directory != NULL && (entry = readdir(directory)) != NULL;) {
    if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
    char below[4096];
    snprintf(below, sizeof below, "%s/%s", path, entry->d_name);
    tell_tree(below, depth + 1);
  }
  if (directory != NULL) closedir(directory);
}

static long accepted(int listener) {
  long count = 0;
  for (int fd; (fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC)) >= 0; count++) close(fd);
  return count;
}

static void tell_arrivals(void) {
  char bytes[2048];
  tcp_connections += accepted(tcp);
  named_connections += accepted(named);
  abstract_connections += accepted(abstract);
  while (recv(udp, bytes, sizeof bytes, 0) >= 0) datagrams++;
  say("tcp-connections %ld\ndatagrams %ld\nnamed-connections %ld\nabstract-connections %ld\n", tcp_connections,
      datagrams, named_connections, abstract_connections);
}

static void tell_objects(key_t key) {
  say("shared-memory %s\n", shared == NULL ? "none" : memcmp(shared, original, SECRET_SIZE) == 0 ? "intact" : "changed");
  say("channel-segment %d\nchannel-queue %d\n", shmget(key + 1, 0, 0) >= 0, (int)(syscall(SYS_msgget, key + 1, 0) >= 0));
  say("semaphore %d\n", semctl(semaphores, 0, GETVAL));
  struct mq_attr attributes = {0};
  say("queue %ld\n", mq_getattr(queue, &attributes) < 0 ? -1 : attributes.mq_curmsgs);
  int other = mq_open("/sallyport-channel", O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  say("channel-mqueue %d\n", other >= 0);
  if (other >= 0) close(other);
}

static void tell_self(void) {
  for (int number = 1; number < 65; number++)
    if (signals[number] != 0) say("signal-%d %d\n", number, (int)signals[number]);
  say("memory %s\n", memcmp(secret, original, SECRET_SIZE) == 0 ? "intact" : "changed");
  say("nice %d\nscheduler %d\nioprio %ld\n", getpriority(PRIO_PROCESS, 0), sched_getscheduler(0),
      syscall(SYS_ioprio_get, 1, 0));
  cpu_set_t set;
  say("affinity %d\n", sched_getaffinity(0, sizeof set, &set) < 0 ? -1 : CPU_COUNT(&set));
  for (int resource = 0; resource < 16; resource++) {
    struct rlimit limit;
    if (getrlimit(resource, &limit) == 0)
      say("limit-%d %ju/%ju\n", resource, (uintmax_t)limit.rlim_cur, (uintmax_t)limit.rlim_max);
  }
  say("dumpable %d\nsession %d\ngroup %d\n", prctl(PR_GET_DUMPABLE), getsid(0), getpgrp());
}

static void look(key_t key, char **directories) {
  tell_arrivals();
  tell_objects(key);
  tell_self();
  for (char **at = directories; *at != NULL; at++) tell_tree(*at, 0);
  say("end\n");
}

int witness(int argc, char **argv) {
  if (argc < 4) return 64;
  uid_t uid = (uid_t)strtoul(argv[0], NULL, 10);
  key_t key = (key_t)strtol(argv[1], NULL, 10);
  char name[64], queue_name[64];
  snprintf(name, sizeof name, "sallyport-victim-%d", key);
  snprintf(queue_name, sizeof queue_name, "/sallyport-%d", key);
  snprintf(secret, sizeof secret, "%s", argv[2]);
  memcpy(original, secret, sizeof original);
  if (uid != getuid() && (setgroups(0, NULL) < 0 || setresgid(uid, uid, uid) < 0 || setresuid(uid, uid, uid) < 0))
    return 66;
  prctl(PR_SET_DUMPABLE, 1);
  signal(SIGURG, count_signal);
  signal(SIGTERM, count_signal);
  remove_objects(key, queue_name);
  listen_for_victims(argv[3], name);
  make_objects(key, queue_name);
  say("host %d\ngroup %d\ntcp %d\nudp %d\nabstract %s\nqueue %s\naddress %lx\nend\n", getpid(), getpgrp(), port_of(tcp),
      port_of(udp), name, queue_name + 1, (unsigned long)(void *)secret);

  char order;
  ssize_t size;
  // One byte per order: `l` looks, end of file exits.
  while ((size = read(REQUEST, &order, 1)) > 0 || (size < 0 && errno == EINTR))
    if (size > 0 && order == 'l') look(key, argv + 4);
  remove_objects(key, queue_name);
  return 0;
}
