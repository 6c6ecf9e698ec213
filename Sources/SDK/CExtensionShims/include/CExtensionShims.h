// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

// What belongs here: libc functions that an extension process sees differently from its kernel, and the switches for
// them. Linking this target is what puts the overrides of `open`, `stat` and `clock_gettime` into the executable, dynamic or
// static. And the kernel's timers, which Swift's own modules leave out. No policy, no printing.

#ifndef CEXTENSIONSHIMS_H
#define CEXTENSIONSHIMS_H

#include <stddef.h>
#include <stdint.h>

/// Freezes CLOCK_REALTIME of this process at `milliseconds` since 1970 UTC.
void cextensionshims_freeze_clock(int64_t milliseconds);

/// Lets CLOCK_REALTIME follow the kernel again.
void cextensionshims_release_clock(void);

/// The kernel's own CLOCK_REALTIME in milliseconds since 1970 UTC, frozen or not.
int64_t cextensionshims_kernel_clock(void);

/// Calls `report` on each thread that looks for the file of a suite of defaults, with the suite's name: `length` bytes
/// at `name`, not terminated. Foundation looks once before the first read or write of a suite and tells nobody.
void cextensionshims_watch_suites(void (*_Nonnull report)(const char *_Nonnull name, size_t length));

/// Calls `sallyport_declare_assets`, where the executable has it: `sallyport adopt` writes it for the colours of an asset
/// catalog, which have to be known before anything is drawn, whatever the entry point is.
void cextensionshims_declare_assets(void);

/// A timer that can be waited for, or -1; to be closed with `close`.
int cextensionshims_alarm_open(void);

/// Lets `alarm` ring once in `nanoseconds`, at least 1, and no longer at the time that was set before.
void cextensionshims_alarm_set(int alarm, int64_t nanoseconds);

/// Blocks until `alarm` rings; 0, or -1 when it never will.
int cextensionshims_alarm_wait(int alarm);

#endif
