// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

#ifndef CAFFINITY_H
#define CAFFINITY_H

#include <stddef.h>

// Restricts a thread to the cores of a mask; 0 is the calling thread. Glibc hides the call from Swift.
// Returns 0 or an errno value.
int caffinity_set(int thread, const unsigned long *mask, size_t bytes);

#endif
