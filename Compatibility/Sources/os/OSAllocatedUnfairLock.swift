// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// A lock with the state that it protects.
public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
  // SAFETY: the state is accessed only while its lock is held.
  private final class Box {
    let lock = NSLock()
    var state: State

    init(_ state: State) { self.state = state }
  }

  private let box: Box

  public init(initialState: State) where State: Sendable { box = Box(initialState) }

  public init(uncheckedState initialState: State) { box = Box(initialState) }

  public func withLock<Result: Sendable>(_ body: @Sendable (inout State) throws -> Result) rethrows -> Result {
    try withLockUnchecked(body)
  }

  public func withLockUnchecked<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
    box.lock.lock()
    defer { box.lock.unlock() }
    return try body(&box.state)
  }
}

extension OSAllocatedUnfairLock where State == Void {
  public init() { self.init(uncheckedState: ()) }

  public func lock() { box.lock.lock() }

  public func unlock() { box.lock.unlock() }

  public func withLock<Result: Sendable>(_ body: @Sendable () throws -> Result) rethrows -> Result {
    try withLockUnchecked { _ in try body() }
  }
}
