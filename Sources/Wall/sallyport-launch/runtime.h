// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0
//
// What the files of the launcher share; the functions of the C library that they define keep its declarations.

#ifndef SALLYPORT_LAUNCH_RUNTIME_H
#define SALLYPORT_LAUNCH_RUNTIME_H

int main(void);
/// Called by the entry point alone.
void launcher_start(const unsigned long *stack);
/// A kernel call's result as the C library returns it: a negative errno becomes -1 and `errno`.
long launcher_result(long result);

#endif
