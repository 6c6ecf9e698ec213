// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An activity that can be cancelled.
public protocol Cancellable {
  func cancel()
}

/// An object that ends a subscription when it is cancelled or deinitialised.
///
/// ### On Linux
/// This module has the part of Combine that Screen Time sources use. The module named Combine is a separate package
/// (`screen-time.md`).
public final class AnyCancellable: Cancellable, Hashable, @unchecked Sendable {
  // SAFETY: `action` is only read and written while `lock` is held.
  private let lock = NSLock()
  private var action: (() -> Void)?

  public init(_ cancel: @escaping () -> Void) { action = cancel }

  public convenience init(_ canceller: some Cancellable) { self.init { canceller.cancel() } }

  deinit { action?() }

  public func cancel() {
    let action = lock.withLock {
      defer { self.action = nil }
      return self.action
    }
    action?()
  }

  public func store(in set: inout Set<AnyCancellable>) { set.insert(self) }

  public func store<Collection: RangeReplaceableCollection>(in collection: inout Collection)
  where Collection.Element == AnyCancellable {
    collection.append(self)
  }

  public static func == (left: AnyCancellable, right: AnyCancellable) -> Bool { left === right }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
