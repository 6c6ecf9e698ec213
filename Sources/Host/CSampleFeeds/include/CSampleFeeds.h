// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

// The kernel calls that live sources of use need and that Swift's modules don't import. There is one function per call,
// which returns 0 or a negative errno, makes no decisions and prints nothing.

#ifndef CSAMPLEFEEDS_H
#define CSAMPLEFEEDS_H

#include <stddef.h>
#include <stdint.h>

/// Creates an epoll descriptor that is closed on exec.
int csamplefeeds_poll_open(void);

/// Adds a descriptor, level-triggered: the set is readable while `descriptor` is, and reports it as `token`.
int csamplefeeds_poll_add(int poll, int descriptor, uint64_t token);

int csamplefeeds_poll_remove(int poll, int descriptor);

/// Writes the tokens of at most `capacity` ready descriptors and returns their number. Never blocks.
int csamplefeeds_poll_ready(int poll, uint64_t *_Nonnull tokens, int capacity);

/// Creates an event descriptor, which is readable from `csamplefeeds_event_set` until `csamplefeeds_event_clear`.
int csamplefeeds_event_open(void);
int csamplefeeds_event_set(int event);
int csamplefeeds_event_clear(int event);

/// Creates a listening Unix socket to which only its owner may ever connect. The path has `length` bytes.
int csamplefeeds_listen(const char *_Nonnull path, size_t length, int backlog);

/// Returns 1 if a process listens on the socket at the path, 0 if the socket is stale.
int csamplefeeds_is_served(const char *_Nonnull path, size_t length);

/// Accepts a connection, which is non-blocking and closed on exec.
int csamplefeeds_accept(int listener);

/// Gets the user ID that the peer of a connection had when it connected.
int csamplefeeds_peer_uid(int connection, uint32_t *_Nonnull uid);

/// Returns 1 if the kernel considers CLOCK_REALTIME synchronised, 0 if not.
int csamplefeeds_is_clock_synchronised(void);

#endif
