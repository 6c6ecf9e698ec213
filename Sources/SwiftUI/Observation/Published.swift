// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A property whose changes can be subscribed to.
///
/// `objectWillChange` of the object that holds it is sent before the value changes, subscribers of `$property` hear the
/// new value: at once on subscription, then once for each assignment (`screen-time.md` §1.8).
@propertyWrapper
public struct Published<Value> {
  private let storage: Storage

  public init(wrappedValue: Value) { storage = Storage(wrappedValue) }

  public init(initialValue: Value) { self.init(wrappedValue: initialValue) }

  /// Only properties of classes can be published; the static subscript below is what they use.
  @available(*, unavailable, message: "@Published is only available on properties of classes")
  public var wrappedValue: Value {
    get { storage.value }
    nonmutating set { storage.value = newValue }
  }

  public var projectedValue: Publisher {
    let storage = storage
    return Publisher { receive in storage.subscribe(receive) }
  }

  public static subscript<Object: AnyObject>(
    _enclosingInstance object: Object,
    wrapped wrappedKeyPath: ReferenceWritableKeyPath<Object, Value>,
    storage storageKeyPath: ReferenceWritableKeyPath<Object, Published<Value>>
  ) -> Value {
    get { object[keyPath: storageKeyPath].storage.value }
    set {
      if let observable = object as? any ObservableObject {
        (observable.objectWillChange as? ObservableObjectPublisher)?.send()
      }
      object[keyPath: storageKeyPath].storage.value = newValue
      ChangeSignal.shared.send()
    }
  }

  /// Where the value lives; a class, because `$property` outlives the access that made it.
  private final class Storage: @unchecked Sendable {
    // SAFETY: `current` is only used while `lock` is held.
    private let lock = NSLock()
    private var current: Value
    private let subscribers = Subscribers<Value>()

    init(_ value: Value) { current = value }

    var value: Value {
      get { lock.withLock { current } }
      set {
        lock.withLock { current = newValue }
        subscribers.send(newValue)
      }
    }

    func subscribe(_ receive: @escaping (Value) -> Void) -> AnyCancellable {
      receive(value)
      return subscribers.add(receive)
    }
  }
}

extension Published: @unchecked Sendable where Value: Sendable {}  // SAFETY: `Storage` guards its value with a lock.
