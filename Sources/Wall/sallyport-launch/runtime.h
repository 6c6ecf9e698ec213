// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0
//
// Declarations shared by the launcher's files; the C library functions that they define keep their standard
// declarations.

#ifndef SALLYPORT_LAUNCH_RUNTIME_H
#define SALLYPORT_LAUNCH_RUNTIME_H

int main(void);
/// Called only by the entry point.
void launcher_start(const unsigned long *stack);
/// A kernel call's result in the C library's form: a negative errno becomes -1 and sets `errno`.
long launcher_result(long result);

#endif
