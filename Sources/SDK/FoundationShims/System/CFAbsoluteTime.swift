// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

public typealias CFTimeInterval = Double
/// Seconds since 2001-01-01, UTC.
public typealias CFAbsoluteTime = Double

/// Returns the time of the clock that `Date()` reads, which is simulated if the host's clock is.
public func CFAbsoluteTimeGetCurrent() -> CFAbsoluteTime { Date().timeIntervalSinceReferenceDate }
