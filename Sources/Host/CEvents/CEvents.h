// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0
//
// Linux's event and timer descriptors, which are missing from Swift's Glibc module.

#include <sys/eventfd.h>
#include <sys/timerfd.h>
