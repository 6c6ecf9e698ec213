// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

#ifndef SETTINGS_H
#define SETTINGS_H

#include <stdint.h>

/// The layers of `sandbox.md#layers`; the view ("mount") is omitted by a flat plan.
enum layer {
  LAYER_FILTER = 1 << 0,
  LAYER_LANDLOCK = 1 << 1,
  LAYER_PID = 1 << 2,
  LAYER_NET = 1 << 3,
  LAYER_IPC = 1 << 4,
  LAYER_TIME = 1 << 5,
  LAYER_UTS = 1 << 6,
  LAYER_CGROUP = 1 << 7,
  LAYER_IDENTITY = 1 << 8,
  LAYER_LIMITS = 1 << 9,
  LAYER_ADDRESS_SPACE = 1 << 10,
  LAYER_DESCRIPTORS = 1 << 11,
  LAYER_CLEAN = 1 << 12,
  LAYER_DEATH = 1 << 13,
  LAYER_SESSION = 1 << 14,
  LAYER_NO_NEW_PRIVS = 1 << 15,
  LAYER_EXEC_MEMORY = 1 << 16,
  LAYER_SOURCES = 1 << 18,
  LAYER_TICKET = 1 << 17,
};

struct settings {
  uint32_t without;    ///< layers to leave out
  uint64_t namespaces; ///< CLONE_NEW* bits to add to a flat plan
  uint32_t fail;       ///< the stage that fails, 0 for none
  int error;           ///< with this error
  uint32_t await;      ///< the stage that waits for the host's death
  int refuse_clone;    ///< the error every clone gets, as on a machine that forbids namespaces; 0 for none
  int refuse_network;  ///< the error of entering the network namespace that the host made; 0 for none
  char leak[4096];     ///< a file that a careless host left open, "" for none
};

/// Reads `<this program>.settings`: lines of a word and its argument. Without the file nothing is omitted.
int read_settings(struct settings *settings);

#endif
