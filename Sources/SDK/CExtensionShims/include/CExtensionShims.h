// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

// Replacements for libc functions that must behave differently in an extension process, the functions that control
// them, and the kernel timers that Swift's modules leave out. Linking this target puts the overrides of `open`, `stat`,
// `clock_gettime` and of Swift's random numbers into the executable, dynamic or static. No policy and no output belong here.

#ifndef CEXTENSIONSHIMS_H
#define CEXTENSIONSHIMS_H

#include <stddef.h>
#include <stdint.h>

/// Freezes CLOCK_REALTIME of this process at `milliseconds` since 1970 UTC.
void cextensionshims_freeze_clock(int64_t milliseconds);

/// Makes CLOCK_REALTIME follow the kernel again.
void cextensionshims_release_clock(void);

/// The kernel's CLOCK_REALTIME in milliseconds since 1970 UTC, even while the process's clock is frozen.
int64_t cextensionshims_kernel_clock(void);

/// Makes Swift's random numbers follow from `seed` until they are released.
void cextensionshims_seed_random(uint64_t seed);

/// Makes Swift's random numbers come from the kernel again.
void cextensionshims_release_random(void);

/// Registers a function to call when a thread opens the file of a defaults suite, with the suite's name: `length` bytes
/// at `name`, not terminated. Foundation opens the file once, before the first read or write of a suite.
void cextensionshims_watch_suites(void (*_Nonnull report)(const char *_Nonnull name, size_t length));

/// Values of a property list, each owned by the caller. Text must be UTF-8. A list and a map take their
/// parts over; the keys of a map are texts.
const void *_Nonnull cextensionshims_value_text(const uint8_t *_Nullable bytes, size_t length);
const void *_Nonnull cextensionshims_value_data(const uint8_t *_Nullable bytes, size_t length);
const void *_Nonnull cextensionshims_value_date(double seconds_since_2001);
const void *_Nonnull cextensionshims_value_integer(int64_t number);
const void *_Nonnull cextensionshims_value_decimal(double number);
const void *_Nonnull cextensionshims_value_flag(int flag);
const void *_Nonnull cextensionshims_value_list(const void *_Nullable *_Nullable values, size_t count);
const void *_Nonnull cextensionshims_value_map(const void *_Nullable *_Nullable keys,
                                               const void *_Nullable *_Nullable values, size_t count);

/// Sets a default of the suite named by the text `suite`, or of the program's own if it is NULL. Takes all three over.
void cextensionshims_set_default(const void *_Nullable suite, const void *_Nonnull key, const void *_Nonnull value);

/// Calls `sallyport_declare_assets` if the executable defines it. `sallyport adopt` generates it for the colours of an
/// asset catalog, which must be declared before anything is drawn, whatever the entry point is.
void cextensionshims_declare_assets(void);

/// Calls `report` with the metadata of each type of this executable that conforms to the protocol with the descriptor
/// `protocol`. Generic types are left out.
void cextensionshims_conforming_types(const void *_Nonnull protocol, void *_Nullable context,
                                      void (*_Nonnull report)(void *_Nullable context, const void *_Nonnull metadata));

/// Creates a timer and returns its descriptor, to be closed with `close`, or -1.
int cextensionshims_alarm_open(void);

/// Sets `alarm` to fire once in `nanoseconds`, at least 1, replacing an earlier setting.
void cextensionshims_alarm_set(int alarm, int64_t nanoseconds);

/// Blocks until `alarm` fires. Returns 0, or -1 on an error.
int cextensionshims_alarm_wait(int alarm);

/// Starts a detached thread. Of `name`, 15 bytes are used. Returns 0 or an error number.
int cextensionshims_thread_start(const char *_Nonnull name, size_t stack_size,
                                 void *_Nullable (*_Nonnull run)(void *_Nullable argument), void *_Nullable argument);

#endif
