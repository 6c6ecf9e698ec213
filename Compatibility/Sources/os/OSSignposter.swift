// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Marks intervals for a profiler. There is no profiler on Linux, so nothing is written.
public struct OSSignposter: Sendable {
  public init() {}
  public init(subsystem: String, category: String) {}
  public init(logger: Logger) {}

  public func makeSignpostID() -> OSSignpostID { OSSignpostID.exclusive }

  public func beginInterval(_ name: StaticString, id: OSSignpostID = .exclusive) -> OSSignpostIntervalState {
    OSSignpostIntervalState()
  }

  public func endInterval(_ name: StaticString, _ state: OSSignpostIntervalState) {}

  public func emitEvent(_ name: StaticString, id: OSSignpostID = .exclusive) {}

  public func withIntervalSignpost<Result>(
    _ name: StaticString, id: OSSignpostID = .exclusive, around task: () throws -> Result
  ) rethrows -> Result {
    try task()
  }
}

public struct OSSignpostID: Hashable, Sendable {
  public static let exclusive = OSSignpostID()
  public static let invalid = OSSignpostID()
}

public struct OSSignpostIntervalState: Sendable {}

public enum OSSignpostType: UInt8, Sendable {
  case event, begin, end
}

/// Writes nothing: there is no profiler on Linux.
public func os_signpost(_ type: OSSignpostType, log: OSLog, name: StaticString, signpostID: OSSignpostID = .exclusive) {
}
