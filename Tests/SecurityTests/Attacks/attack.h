// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0
//
// Shared by the attack functions: the targets, and the reports of the kernel's answers.
//
// There is one function per attack, named "<row>.<variant>" after its row of the attack table. The function reports the
// result of every step; whether the attack succeeded is decided outside the sandbox, from what changed there.

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

/// The receiving ends of channels; not attacks themselves.
void listen_for_load(void);
void hold_lock(void);
void probe_lock(void);

/// The value that the host gave under this name: a path, a number, a port; "" if there is none.
const char *target(const char *name);
long target_number(const char *name);
/// "<directory named by `name`>/<rest>", valid until the eighth call after this one.
const char *target_below(const char *name, const char *rest);

/// Reports how a step ended: a negative `result` with errno, anything else as success. Returns `result`.
long tell(const char *step, long result);
/// Reports a number that is neither success nor failure: a count, a size.
void tell_value(const char *name, long value);
/// Sends bytes that an attack obtained; the host searches them for its secrets.
void show(const void *bytes, size_t size);
/// Opens for reading, reports the result, and sends the first bytes.
void steal(const char *step, const char *path);

/// Ends the report early, for attacks that do not return.
void finish(void);

/// Evaluates a call with errno reset and reports its result.
#define TRY(step, call) (errno = 0, tell((step), (long)(call)))

#endif
