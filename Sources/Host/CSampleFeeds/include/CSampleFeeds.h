// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

// What belongs here: the kernel calls that live sources of use need and that Swift's own modules leave out. One function
// a call, 0 or a negative errno, no policy, no printing.

#ifndef CSAMPLEFEEDS_H
#define CSAMPLEFEEDS_H

#include <stddef.h>
#include <stdint.h>

/// An epoll descriptor, closed on exec.
int csamplefeeds_poll_open(void);

/// Makes the epoll descriptor readable, by level, while `descriptor` is. It is reported as `token`.
int csamplefeeds_poll_add(int poll, int descriptor, uint64_t token);

int csamplefeeds_poll_remove(int poll, int descriptor);

/// Writes the tokens of at most `capacity` descriptors that are ready now, and returns how many. Never blocks.
int csamplefeeds_poll_ready(int poll, uint64_t *_Nonnull tokens, int capacity);

/// An event descriptor, which is readable after `csamplefeeds_event_set` and until `csamplefeeds_event_clear`.
int csamplefeeds_event_open(void);
int csamplefeeds_event_set(int event);
int csamplefeeds_event_clear(int event);

/// A listening Unix socket that only its owner may connect to, from its first instant on. The path is `length` bytes.
int csamplefeeds_listen(const char *_Nonnull path, size_t length, int backlog);

/// 1 if a process accepts connections at the path, 0 if the socket there is stale.
int csamplefeeds_is_served(const char *_Nonnull path, size_t length);

/// A connection that never blocks and is closed on exec.
int csamplefeeds_accept(int listener);

/// The account that the peer of a connection had when it connected.
int csamplefeeds_peer_uid(int connection, uint32_t *_Nonnull uid);

/// 1 if the kernel considers CLOCK_REALTIME synchronised, 0 if not.
int csamplefeeds_is_clock_synchronised(void);

#endif
