// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

// The part of the system's cairo and pango that Surfaces paints pictures with. No code of ours belongs here.
#ifndef SALLYPORT_CCAIRO_H
#define SALLYPORT_CCAIRO_H

#include <cairo.h>
#include <pango/pangocairo.h>

#endif
