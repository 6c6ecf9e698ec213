// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0
//
// A launcher that was started ahead waits at a socket in place of the plan. It may first receive an order to create
// namespaces, which takes the kernel long and needs nothing from the plan. The plan then arrives with its descriptors,
// and they get the numbers of an ordinary launch: the listed ones from 7 on, and the plan replaces the socket. All
// later steps and checks are the same for both.

#define _GNU_SOURCE
#include "CSandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

/// The executable, the view's sources, the cgroup, the network namespace, the socket of the watch, and the plan.
enum { HANDED_MAX = CSANDBOX_VIEW_MAX + 5 };

union control {
  struct cmsghdr header;
  char bytes[CMSG_SPACE(HANDED_MAX * sizeof(int))];
};

int csandbox_socket_pair(int *ours, int *theirs) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) < 0) return -errno;
  *ours = ends[0];
  *theirs = ends[1];
  return 0;
}

int csandbox_hand_over(int socket, const int *descriptors, size_t count) {
  if (count == 0 || count > HANDED_MAX) return -EINVAL;
  union control control;
  memset(&control, 0, sizeof control);
  char byte = 0;
  struct iovec body = {&byte, 1};
  struct msghdr message = {.msg_iov = &body, .msg_iovlen = 1, .msg_control = control.bytes,
                           .msg_controllen = CMSG_SPACE(count * sizeof(int))};
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(count * sizeof(int));
  memcpy(CMSG_DATA(header), descriptors, count * sizeof(int));
  return sendmsg(socket, &message, MSG_NOSIGNAL) < 0 ? -errno : 0;
}

int csandbox_order_ahead(int socket, uint32_t namespaces) {
  return send(socket, &namespaces, sizeof namespaces, MSG_NOSIGNAL) < 0 ? -errno : 0;
}

int csandbox_await_plan(uint32_t *ahead) {
  struct stat status;
  *ahead = 0;
  if (fstat(CSANDBOX_FD_PLAN, &status) < 0) return -errno;
  if (!S_ISSOCK(status.st_mode)) return 0;
  union control control;
  uint32_t order;
  int ordered = 0;
  struct iovec body = {&order, sizeof order};
  struct msghdr message;
  struct cmsghdr *header;
  while (1) {
    message = (struct msghdr){.msg_iov = &body, .msg_iovlen = 1, .msg_control = control.bytes,
                              .msg_controllen = sizeof control.bytes};
    // With MSG_TRUNC the size is that of the whole message (recv(2)).
    ssize_t size = recvmsg(CSANDBOX_FD_PLAN, &message, MSG_CMSG_CLOEXEC | MSG_TRUNC);
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) return -errno;
    // The host no longer needs a launcher, or has exited.
    if (size == 0) return -EPIPE;
    header = CMSG_FIRSTHDR(&message);
    if (header != NULL) break;
    if (size != sizeof order || ordered++ != 0) return -EPROTO;
    if ((order & ~(uint32_t)CSANDBOX_NAMESPACES_AHEAD) != 0) return -EPROTO;
    // If this fails, the plan's own step asks for them again and reports the error.
    if (unshare((int)order) == 0) *ahead = order;
  }
  if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS ||
      (message.msg_flags & MSG_CTRUNC) != 0)
    return -EPROTO;
  size_t count = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
  int first, last;
  memcpy(&first, CMSG_DATA(header), sizeof first);
  memcpy(&last, CMSG_DATA(header) + (count - 1) * sizeof last, sizeof last);
  // 0 to 6 are open, so the kernel assigns the lowest free numbers from 7 on, in order.
  if (first != CSANDBOX_FD_FIRST_LISTED || last != CSANDBOX_FD_FIRST_LISTED + (int)count - 1) return -EPROTO;
  if (dup3(last, CSANDBOX_FD_PLAN, O_CLOEXEC) < 0) return -errno;
  close(last);
  return 0;
}
