// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0
//
// Ways out through the network. The witness counts what arrives; addresses outside the machine are from documentation
// ranges.

#define _GNU_SOURCE
#include "attack.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

static struct sockaddr_in loopback(const char *port) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((unsigned short)target_number(port))};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

static void connect_loopback(void) {
  struct sockaddr_in address = loopback("tcp");
  int fd = (int)TRY("socket", socket(AF_INET, SOCK_STREAM, 0));
  if (fd >= 0) TRY("connect", connect(fd, (struct sockaddr *)&address, sizeof address));
  TRY("socket-6", socket(AF_INET6, SOCK_STREAM, 0));
}

static void connect_outside(void) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(443)};
  inet_pton(AF_INET, "192.0.2.1", &address.sin_addr);
  int fd = (int)TRY("socket", socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0));
  if (fd >= 0) TRY("connect", connect(fd, (struct sockaddr *)&address, sizeof address));
}

static void fast_open(void) {
  struct sockaddr_in address = loopback("tcp");
  int fd = (int)TRY("socket", socket(AF_INET, SOCK_STREAM, 0));
  TRY("sendto", sendto(fd, "x", 1, MSG_FASTOPEN, (struct sockaddr *)&address, sizeof address));
}

static void other_transports(void) {
  TRY("sctp", socket(AF_INET, SOCK_STREAM, 132));
  TRY("mptcp", socket(AF_INET, SOCK_STREAM, 262));
  TRY("dccp", socket(AF_INET, 6, 33));
  TRY("smc", socket(43, SOCK_STREAM, 0));
  TRY("tipc", socket(30, SOCK_STREAM, 0));
}

static void send_datagram(void) {
  struct sockaddr_in address = loopback("udp");
  int fd = (int)TRY("socket", socket(AF_INET, SOCK_DGRAM, 0));
  TRY("sendto", sendto(fd, "x", 1, 0, (struct sockaddr *)&address, sizeof address));
  TRY("sendmmsg", syscall(SYS_sendmmsg, fd, NULL, 0, 0));
}

/// Sends a resolver's query to the port of the witness.
static void ask_for_name(void) {
  static const char question[] = "\x12\x34\x01\0\0\x01\0\0\0\0\0\0\x06secret\x06" "canary\x07invalid\0\0\x01\0\x01";
  struct sockaddr_in address = loopback("udp");
  int fd = (int)TRY("socket", socket(AF_INET, SOCK_DGRAM, 0));
  TRY("sendto", sendto(fd, question, sizeof question - 1, 0, (struct sockaddr *)&address, sizeof address));
}

static void listen_everywhere(void) {
  struct sockaddr_in address = {.sin_family = AF_INET};
  int fd = (int)TRY("socket", socket(AF_INET, SOCK_STREAM, 0));
  TRY("bind", bind(fd, (struct sockaddr *)&address, sizeof address));
  TRY("listen", listen(fd, 1));
}

static void raw_sockets(void) {
  TRY("raw", socket(AF_INET, SOCK_RAW, 255));
  TRY("icmp", socket(AF_INET, SOCK_DGRAM, 1));
  TRY("packet", socket(17, SOCK_RAW, 0));
  TRY("netlink", socket(16, SOCK_RAW, 0));
}

static void rare_families(void) {
  static const int families[] = {38, 44, 31, 15, 29, 39, 5, 9, 21, 35, 37, 41, 42};
  for (size_t i = 0; i < sizeof families / sizeof families[0]; i++)
    TRY("socket", socket(families[i], i == 0 ? SOCK_SEQPACKET : SOCK_RAW, 0));
}

static void vsock(void) {
  struct { unsigned short family, reserved; unsigned port, cid; unsigned char zero[4]; } address = {40, 0, 1, 2, {0}};
  int fd = (int)TRY("socket", socket(40, SOCK_STREAM | SOCK_NONBLOCK, 0));
  if (fd >= 0) TRY("connect", connect(fd, (struct sockaddr *)&address, sizeof address));
}

static void connect_unix(const char *step, const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  strncpy(address.sun_path, path, sizeof address.sun_path - 1);
  int fd = (int)TRY(step, socket(AF_UNIX, SOCK_STREAM, 0));
  if (fd < 0) return;
  TRY(step, connect(fd, (struct sockaddr *)&address, sizeof address));
  close(fd);
}

static void unix_by_path(void) {
  connect_unix("control", target("socket"));
  connect_unix("bus", "/run/dbus/system_bus_socket");
  connect_unix("x11", "/tmp/.X11-unix/X0");
  connect_unix("docker", "/var/run/docker.sock");
}

static void unix_abstract(void) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  const char *name = target("abstract");
  strncpy(address.sun_path + 1, name, sizeof address.sun_path - 2);
  int fd = (int)TRY("socket", socket(AF_UNIX, SOCK_STREAM, 0));
  TRY("connect", connect(fd, (struct sockaddr *)&address, (socklen_t)(sizeof(sa_family_t) + 1 + strlen(name))));
}

static void launder(void) {
  int ends[2] = {3, 4};
  TRY("socketpair", socketpair(AF_UNIX, SOCK_STREAM, 0, ends));
  struct msghdr message = {0};
  TRY("sendmsg", sendmsg(4, &message, 0));
  TRY("recvmsg", recvmsg(3, &message, MSG_DONTWAIT));
}

static void ring_setup(void) {
  char parameters[120] = {0};
  TRY("io_uring_setup", syscall(425, 1, parameters));
}
static void ring_enter(void) { TRY("io_uring_enter", syscall(426, 3, 1, 0, 0, NULL, 0)); }
static void ring_register(void) { TRY("io_uring_register", syscall(427, 3, 0, NULL, 0)); }

const struct attack network_attacks[] = {
    {"NW01.loopback", connect_loopback},
    {"NW02.outside", connect_outside},
    {"NW03.fast-open", fast_open},
    {"NW04.transports", other_transports},
    {"NW05.datagram", send_datagram},
    {"NW06.name", ask_for_name},
    {"NW07.listen", listen_everywhere},
    {"NW08.raw", raw_sockets},
    {"NW09.families", rare_families},
    {"NW10.vsock", vsock},
    {"NW11.path", unix_by_path},
    {"NW12.abstract", unix_abstract},
    {"NW13.launder", launder},
    {"NW14.setup", ring_setup},
    {"NW14.enter", ring_enter},
    {"NW14.register", ring_register},
    {"KS01.setup", ring_setup},
    {NULL, NULL},
};
