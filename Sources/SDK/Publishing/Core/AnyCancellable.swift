// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Something that can be told to stop.
public protocol Cancellable {
  func cancel()
}

/// Ends a subscription when it is cancelled or released.
///
/// ### On Linux
/// Combine is not part of the main build (`screen-time.md`); this is the part of it that Screen Time sources use.
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
