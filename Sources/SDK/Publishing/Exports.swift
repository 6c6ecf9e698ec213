// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

// Streams of values over time: the part of Apple's Combine that Screen Time sources use. A module named Combine would
// make `canImport(Combine)` true in packages that then fail to build, so the module of that name is a wrapper in the
// package Compatibility/ (`screen-time.md`).
@_exported public import Foundation
