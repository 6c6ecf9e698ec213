// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An object that announces its changes before they happen.
public protocol ObservableObject: AnyObject {
  associatedtype ObjectWillChangePublisher: Publisher = ObservableObjectPublisher
  where ObjectWillChangePublisher.Failure == Never
  var objectWillChange: ObjectWillChangePublisher { get }
}

extension ObservableObject where ObjectWillChangePublisher == ObservableObjectPublisher {
  public var objectWillChange: ObservableObjectPublisher { ObjectPublishers.shared.publisher(of: self) }
}

/// A publisher that announces that an object is about to change.
public final class ObservableObjectPublisher: Publisher, Sendable {
  public typealias Output = Void
  public typealias Failure = Never

  private let subject = PassthroughSubject<Void, Never>()

  public init() {}

  public func send() {
    subject.send(())
    ChangeSignal.shared.send()
  }

  public func receive<S: Subscriber>(subscriber: S) where S.Input == Void, S.Failure == Never {
    subject.receive(subscriber: subscriber)
  }
}

/// The publishers of objects that don't define their own. An entry is removed when its object is deinitialised.
private final class ObjectPublishers: @unchecked Sendable {
  static let shared = ObjectPublishers()

  private struct Entry {
    weak var object: AnyObject?
    var publisher: ObservableObjectPublisher
  }

  // SAFETY: `entries` is only used while `lock` is held.
  private let lock = NSLock()
  private var entries: [ObjectIdentifier: Entry] = [:]

  func publisher(of object: AnyObject) -> ObservableObjectPublisher {
    lock.withLock {
      let id = ObjectIdentifier(object)
      if let entry = entries[id], entry.object === object { return entry.publisher }
      entries = entries.filter { $0.value.object != nil }
      let entry = Entry(object: object, publisher: ObservableObjectPublisher())
      entries[id] = entry
      return entry.publisher
    }
  }
}
