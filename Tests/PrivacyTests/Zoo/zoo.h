// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0
//
// What the leaks share: what the program was shown, and how it tells what it tried.
//
// One function a leak. It runs in every process of its family that it names, at the moment when that process has been
// shown all it will be shown and has not answered yet; afterwards the program answers like an honest one, unless the
// function said otherwise.

#ifndef ZOO_H
#define ZOO_H

#include <errno.h>
#include <stddef.h>

enum point { APP = 1, MONITOR = 2, SHIELD = 4, ACTION = 8, REPORT = 16 };

struct leak {
  const char *name;
  int points;
  void (*run)(void);
};

extern const struct leak benign_programs[], protocol_leaks[], storage_leaks[], network_leaks[], kernel_leaks[],
    timing_leaks[], surface_leaks[], token_leaks[], laundering_leaks[], planted_leaks[];

/// What a sealed process was shown: a name, or the lines of a report; for others their request.
extern char shown[1 << 20];
extern size_t shown_length;
/// A hash of it: a function of the secret and of nothing else.
unsigned secret(void);
/// The display name of the item to be shielded, as it stands in the request; its length in bytes.
const char *shown_name(size_t *length);
/// The point that this process serves, and its callback.
extern int own_point;
extern char callback[64];

/// Tells how a step ended, on the surface or in the family's own defaults: a negative result with errno.
/// A success is a breach: for acts that anybody may do there is `acted`.
long tried(const char *step, long result);
void acted(const char *step);
#define TRY(step, call) (errno = 0, tried((step), (long)(call)))

/// Members added to the result, such as `"note":"x"`, and members of the reply to a sealed point instead of its own.
extern char extra_members[8192];
/// Effects added to the reply of a point that may have some, without brackets, with a comma before each.
extern char extra_effects[65536];
/// Replaces the text of the surface.
extern char surface_text[4096];
/// Instead of an answer: nothing.
extern int answers_nothing;
/// After the answer.
extern void (*after_answer)(void);

/// Writes a line to the host as it is.
void say_line(const char *text);
/// Asks the host and returns its answer, a line; NULL when it said nothing more.
const char *ask(const char *method, const char *params);
/// The number-th token of the last picking, 32 characters; NULL when there are fewer.
const char *picked_token(int picking, int number);
/// Spins for so many microseconds of processor time.
void spin(long microseconds);
/// Does nothing for so many microseconds.
void wait_for(long microseconds);

#endif
