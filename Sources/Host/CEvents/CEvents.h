// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0
//
// Linux descriptors for events and timers, which Swift's Glibc module leaves out.

#include <sys/eventfd.h>
#include <sys/timerfd.h>
