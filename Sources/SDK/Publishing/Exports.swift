// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

// Streams of values over time: the part of Apple's Combine that Screen Time sources use. The name Combine itself would
// make `canImport(Combine)` true in packages that can't live with that, so the module of that name is a shell in the
// package Compatibility/ (`screen-time.md`).
@_exported public import Foundation
