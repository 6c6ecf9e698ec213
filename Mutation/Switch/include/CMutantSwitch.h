// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0
//
// The switch of generated mutants. `generated-mutants` copies this module to the mutated tree; no product has it.

#ifndef CMUTANTSWITCH_H
#define CMUTANTSWITCH_H

#include <stdbool.h>

extern int sallyport_mutant_selected;
extern unsigned char *volatile sallyport_mutant_hits;

/// Reads `SALLYPORT_MUTANT` and `SALLYPORT_MUTANT_HITS` once; returns the selected mutant, or 0.
int sallyport_mutant_read(void);

/// Whether the mutant is selected. If hits are recorded, also notes that the mutant was reached.
static inline bool sallyport_mutant(int number) {
  int selected = __atomic_load_n(&sallyport_mutant_selected, __ATOMIC_ACQUIRE);
  if (selected < 0) selected = sallyport_mutant_read();
  unsigned char *hits = sallyport_mutant_hits;
  if (hits) hits[number] = 1;
  return selected == number && number != 0;
}

#endif
