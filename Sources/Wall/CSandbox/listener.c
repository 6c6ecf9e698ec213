// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0
//
// The host's side of the watch of a writable container: receives the blocked calls and answers them.

#define _GNU_SOURCE
#include "CSandbox.h"

#include <errno.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

// Linux 5.5; the C library's headers may be older than the kernel.
#ifndef SECCOMP_USER_NOTIF_FLAG_CONTINUE
#define SECCOMP_USER_NOTIF_FLAG_CONTINUE 1u
#endif
// Linux 6.6.
#ifndef SECCOMP_IOCTL_NOTIF_SET_FLAGS
#define SECCOMP_IOCTL_NOTIF_SET_FLAGS SECCOMP_IOW(4, __u64)
#define SECCOMP_USER_NOTIF_FD_SYNC_WAKE_UP 1ul
#endif

int csandbox_poll(struct pollfd *list, size_t count, int64_t nanoseconds) {
  struct timespec time = {.tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000};
  int ready = ppoll(list, count, nanoseconds < 0 ? NULL : &time, NULL);
  return ready < 0 ? -errno : ready;
}

int csandbox_alarm(void) {
  int number = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  return number < 0 ? -errno : number;
}

int csandbox_take_listener(int socket) {
  int listener = -EAGAIN;
  while (1) {
    union {
      struct cmsghdr header;
      char bytes[CMSG_SPACE(sizeof(int))];
    } control;
    char byte;
    struct iovec body = {&byte, 1};
    // The padded buffer has room for a second descriptor, which would leak.
    struct msghdr message = {.msg_iov = &body, .msg_iovlen = 1, .msg_control = control.bytes,
                             .msg_controllen = CMSG_LEN(sizeof(int))};
    ssize_t size = recvmsg(socket, &message, MSG_CMSG_CLOEXEC | MSG_DONTWAIT);
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) {
      // Host and watched thread alternate, so wake the other on the same core; an older kernel only does without.
      if (listener >= 0) (void)ioctl(listener, SECCOMP_IOCTL_NOTIF_SET_FLAGS, SECCOMP_USER_NOTIF_FD_SYNC_WAKE_UP);
      return listener;
    }
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    if (header == NULL || header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS ||
        header->cmsg_len != CMSG_LEN(sizeof(int)))
      continue;
    // An earlier listener belongs to a launch that failed afterwards.
    if (listener >= 0) close(listener);
    memcpy(&listener, CMSG_DATA(header), sizeof listener);
  }
}

int csandbox_next_call(int listener, struct csandbox_call *call) {
  struct seccomp_notif notification;
  memset(&notification, 0, sizeof notification);
  if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &notification) < 0)
    return errno == ENOENT || errno == EINTR ? 0 : -errno;
  call->id = notification.id;
  call->thread = (int32_t)notification.pid;
  call->number = notification.data.nr;
  memcpy(call->arguments, notification.data.args, sizeof call->arguments);
  return 1;
}

int csandbox_answer_call(int listener, uint64_t id, int error) {
  struct seccomp_notif_resp response;
  memset(&response, 0, sizeof response);
  response.id = id;
  response.error = -error;
  if (error == 0) response.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
  return ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &response) < 0 ? -errno : 0;
}
