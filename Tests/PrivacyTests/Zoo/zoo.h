// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0
//
// Declarations that the leaks share: the data shown to the program, and functions that report each attempt.
//
// Each leak is one function. It runs in every process of its family that it names, after the process has been shown all
// its data and before it replies; afterwards the program replies like an honest one, unless the function changed that.

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
    timing_leaks[], surface_leaks[], token_leaks[], laundering_leaks[], planted_leaks[], world_leaks[],
    channel_leaks[], benign_families[];

/// The data shown to a sealed process: a name, or the lines of a report; for other processes their request.
extern char shown[1 << 20];
extern size_t shown_length;
/// A hash of `shown`: a function of the secret and of nothing else.
unsigned secret(void);
/// The display name of the item to be shielded, as in the request, and its length in bytes.
const char *shown_name(size_t *length);
/// The end of the report's range in milliseconds since 1970; 0 at other points.
extern long long shown_end;
/// The name of the leak.
extern const char *own_name;
/// The point that this process serves, and its callback.
extern int own_point;
extern char callback[64];

/// Reports the result of a step, negative with errno, on the surface or in the family's defaults. A success is a
/// violation; report permitted steps with `acted`.
long tried(const char *step, long result);
void acted(const char *step);
#define TRY(step, call) (errno = 0, tried((step), (long)(call)))

/// Members appended to the result, each preceded by a comma, such as `,"note":"x"`.
extern char extra_members[8192];
/// Effects added to the reply of a point that may have some, without brackets, each preceded by a comma.
extern char extra_effects[65536];
/// Members appended to a shield's configuration, each preceded by a comma.
extern char extra_configuration[512];
/// Replaces the text of the surface.
extern char surface_text[4096];
/// If set, replaces the view of a report.
extern const char *surface_view;
/// If set, the program does not reply.
extern int answers_nothing;
/// Runs after the reply.
extern void (*after_answer)(void);

/// Writes a line to the host unchanged.
void say_line(const char *text);
/// Sends a request and returns the reply line, or NULL at end of file.
const char *ask(const char *method, const char *params);
/// The number-th token of the given pick, 32 characters; NULL if there are fewer.
const char *picked_token(int picking, int number);
/// Spins for this many microseconds of processor time.
void spin(long microseconds);
/// Sleeps for this many microseconds.
void wait_for(long microseconds);

#endif
