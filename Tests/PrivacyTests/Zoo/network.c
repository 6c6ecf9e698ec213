// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0
//
// L032–L043: leaks through sockets, descriptors and other processes.

#include "zoo.h"

#include <fcntl.h>
#include <linux/io_uring.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <unistd.h>

static void sockets(void) {
  TRY("tcp", socket(AF_INET, SOCK_STREAM, 0));
  TRY("udp", socket(AF_INET, SOCK_DGRAM, 0));
  TRY("tcp6", socket(AF_INET6, SOCK_STREAM, 0));
  TRY("udp6", socket(AF_INET6, SOCK_DGRAM, 0));
}

static void resolve(void) {
  int fd = (int)TRY("dns", socket(AF_INET, SOCK_DGRAM, 0));
  struct sockaddr_in server = {.sin_family = AF_INET, .sin_port = htons(53), .sin_addr.s_addr = htonl(0x7F000035)};
  TRY("query", sendto(fd, "\0\0\1\0\0\1", 6, 0, (struct sockaddr *)&server, sizeof server));
  TRY("resolver", open("/etc/resolv.conf", O_RDONLY));
}

static void post(void) {
  int fd = (int)TRY("https", socket(AF_INET, SOCK_STREAM, 0));
  struct sockaddr_in server = {.sin_family = AF_INET, .sin_port = htons(443), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  TRY("connect", connect(fd, (struct sockaddr *)&server, sizeof server));
}

static void to_path(const char *step, const char *path, int is_abstract) {
  int fd = (int)TRY(step, socket(AF_UNIX, SOCK_STREAM, 0));
  struct sockaddr_un peer = {.sun_family = AF_UNIX};
  snprintf(peer.sun_path + is_abstract, sizeof peer.sun_path - 1, "%s", path);
  TRY("connect", connect(fd, (struct sockaddr *)&peer, sizeof peer));
}

static void abstract_socket(void) { to_path("abstract", "sallyport-leak", 1); }

static void rare_sockets(void) {
  TRY("netlink", socket(AF_NETLINK, SOCK_RAW, 0));
  TRY("uevent", socket(AF_NETLINK, SOCK_DGRAM, 15));
  TRY("vsock", socket(40, SOCK_STREAM, 0));
  TRY("raw", socket(AF_INET, SOCK_RAW, IPPROTO_ICMP));
}

static void inherited(void) {
  for (int fd = 5; fd < 1024; fd++)
    if (write(fd, "x", 1) == 1) tried("write", fd);
  TRY("none", write(900, "x", 1));
}

static void bus(void) { to_path("bus", "/run/user/0/bus", 0); }
static void accessibility(void) { to_path("a11y", "/run/user/0/at-spi/bus", 0); }

static void ring(void) {
  struct io_uring_params params;
  memset(&params, 0, sizeof params);
  TRY("io_uring", syscall(SYS_io_uring_setup, 8, &params));
}

static void attach(void) {
  TRY("pidfd_open", syscall(434, 1, 0));
  TRY("writev", syscall(SYS_process_vm_writev, 1, NULL, 0, NULL, 0, 0));
  TRY("ptrace", ptrace(PTRACE_SEIZE, 1, 0, 0));
}

static void mailboxes(void) {
  TRY("bpf", syscall(SYS_bpf, 0, NULL, 0));
  TRY("perf", syscall(SYS_perf_event_open, NULL, 0, -1, -1, 0));
  TRY("userfaultfd", syscall(SYS_userfaultfd, 0));
}

static void wait_for_ever(void) {
  for (;;) pause();
}
static void never_closes(void) {
  acted("stays");
  after_answer = wait_for_ever;
}

const struct leak network_leaks[] = {
    {"L032", REPORT, sockets},       {"L033", REPORT, resolve},      {"L034", MONITOR, post},
    {"L035", REPORT, abstract_socket}, {"L036", REPORT, rare_sockets}, {"L037", REPORT, inherited},
    {"L038", REPORT, bus},           {"L039", REPORT, accessibility}, {"L040", REPORT, ring},
    {"L041", REPORT, attach},        {"L042", REPORT, mailboxes},    {"L043", REPORT, never_closes},
    {NULL, 0, NULL},
};
