// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0
//
// What the attack functions share: who the victims are, and how an attack tells what the kernel said.
//
// One function an attack, named "<row>.<variant>" after the row of the attack table it belongs to. The function tells
// the result of every step; whether the attack got anywhere is decided outside the wall, by what changed there.

#ifndef ATTACK_H
#define ATTACK_H

#include <errno.h>
#include <stddef.h>

struct attack {
  const char *name;
  void (*run)(void);
};

extern const struct attack control_attacks[], files_attacks[], moves_attacks[], process_attacks[], exec_attacks[], signal_attacks[], network_attacks[],
    ipc_attacks[], kernel_attacks[], argument_attacks[], memory_attacks[], resource_attacks[], disk_attacks[], inherited_attacks[], exfiltration_attacks[], channel_attacks[];

/// The other ends of channels; no attacks of their own.
void listen_for_load(void);
void hold_lock(void);
void probe_lock(void);

/// The value the host gave under this name: a path, a number, a port; "" when it gave none.
const char *target(const char *name);
long target_number(const char *name);
/// "<directory named by `name`>/<rest>", valid until the eighth call after this one.
const char *target_below(const char *name, const char *rest);

/// Tells the host how a step ended: a negative `result` with errno, anything else as success. Returns `result`.
long tell(const char *step, long result);
/// Tells a number that is no success or failure: a count, a size.
void tell_value(const char *name, long value);
/// Hands over what an attack got hold of; the host looks for its secrets in it.
void show(const void *bytes, size_t size);
/// Opens for reading, tells, and shows the first bytes of what it got.
void steal(const char *step, const char *path);

/// Ends the tale early, for attacks that do not come back.
void finish(void);

/// Evaluates a call with a fresh errno and tells its result.
#define TRY(step, call) (errno = 0, tell((step), (long)(call)))

#endif
