// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

public typealias CFTimeInterval = Double
/// Seconds since 2001-01-01, UTC.
public typealias CFAbsoluteTime = Double

/// Now, by the clock that `Date()` reads: simulated where the host's is.
public func CFAbsoluteTimeGetCurrent() -> CFAbsoluteTime { Date().timeIntervalSinceReferenceDate }
