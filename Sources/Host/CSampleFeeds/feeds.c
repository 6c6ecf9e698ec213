// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "CSampleFeeds.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/timex.h>
#include <sys/un.h>
#include <unistd.h>

static int result(int value) { return value < 0 ? -errno : value; }

int csamplefeeds_poll_open(void) { return result(epoll_create1(EPOLL_CLOEXEC)); }

int csamplefeeds_poll_add(int poll, int descriptor, uint64_t token) {
  struct epoll_event event = {.events = EPOLLIN, .data.u64 = token};
  return result(epoll_ctl(poll, EPOLL_CTL_ADD, descriptor, &event));
}

int csamplefeeds_poll_remove(int poll, int descriptor) {
  return result(epoll_ctl(poll, EPOLL_CTL_DEL, descriptor, NULL));
}

int csamplefeeds_poll_ready(int poll, uint64_t *tokens, int capacity) {
  struct epoll_event events[32];
  int most = capacity < 32 ? capacity : 32;
  int count = epoll_wait(poll, events, most, 0);
  // The call doesn't wait, so after an interruption no descriptor counts as ready.
  if (count < 0) return errno == EINTR ? 0 : -errno;
  for (int i = 0; i < count; i++) tokens[i] = events[i].data.u64;
  return count;
}

int csamplefeeds_event_open(void) { return result(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)); }

int csamplefeeds_event_set(int event) {
  uint64_t one = 1;
  // EAGAIN means that the counter is at its maximum, so the event is already set.
  return write(event, &one, sizeof one) < 0 && errno != EAGAIN ? -errno : 0;
}

int csamplefeeds_event_clear(int event) {
  uint64_t count;
  return read(event, &count, sizeof count) < 0 && errno != EAGAIN ? -errno : 0;
}

static int address(const char *path, size_t length, struct sockaddr_un *address) {
  memset(address, 0, sizeof *address);
  address->sun_family = AF_UNIX;
  if (length == 0 || length >= sizeof address->sun_path || memchr(path, 0, length)) return -ENAMETOOLONG;
  memcpy(address->sun_path, path, length);
  return 0;
}

int csamplefeeds_listen(const char *path, size_t length, int backlog) {
  struct sockaddr_un name;
  int error = address(path, length, &name);
  if (error) return error;
  int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (listener < 0) return -errno;
  // Linux creates the file with the socket's mode, minus the umask, so other users can't connect at any time.
  if (fchmod(listener, S_IRUSR | S_IWUSR) || bind(listener, (struct sockaddr *)&name, sizeof name)) {
    error = -errno;
    close(listener);
    return error;
  }
  if (listen(listener, backlog)) {
    error = -errno;
    unlink(name.sun_path);
    close(listener);
    return error;
  }
  return listener;
}

int csamplefeeds_is_served(const char *path, size_t length) {
  struct sockaddr_un name;
  int error = address(path, length, &name);
  if (error) return error;
  int probe = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (probe < 0) return -errno;
  int served = connect(probe, (struct sockaddr *)&name, sizeof name) == 0 || errno == EAGAIN;
  error = served || errno == ECONNREFUSED ? served : -errno;
  close(probe);
  return error;
}

int csamplefeeds_accept(int listener) { return result(accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK)); }

int csamplefeeds_peer_uid(int connection, uint32_t *uid) {
  struct ucred peer;
  socklen_t size = sizeof peer;
  if (getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &peer, &size)) return -errno;
  *uid = peer.uid;
  return 0;
}

int csamplefeeds_is_clock_synchronised(void) {
  struct timex state = {.modes = 0};
  int status = adjtimex(&state);
  if (status < 0) return -errno;
  return status != TIME_ERROR && !(state.status & STA_UNSYNC);
}
