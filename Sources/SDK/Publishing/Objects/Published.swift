// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// A property whose changes are published.
///
/// `objectWillChange` of the enclosing object is sent before the value changes. Subscribers of `$property` receive the
/// current value on subscription, then each new value once.
@propertyWrapper
public struct Published<Value> {
  private let subject: CurrentValueSubject<Value, Never>

  public init(wrappedValue: Value) { subject = CurrentValueSubject(wrappedValue) }

  public init(initialValue: Value) { self.init(wrappedValue: initialValue) }

  /// Unavailable, because only properties of classes can be published. They use the static subscript below.
  @available(*, unavailable, message: "@Published is only available on properties of classes")
  public var wrappedValue: Value {
    get { subject.value }
    nonmutating set { subject.value = newValue }
  }

  public var projectedValue: Publisher {
    get { Publisher(subject: subject) }
    // For `assign(to: &$property)`: the existing publisher already retains the subscription.
    nonmutating set {}
  }

  public static subscript<Object: AnyObject>(
    _enclosingInstance object: Object,
    wrapped wrappedKeyPath: ReferenceWritableKeyPath<Object, Value>,
    storage storageKeyPath: ReferenceWritableKeyPath<Object, Published<Value>>
  ) -> Value {
    get { object[keyPath: storageKeyPath].subject.value }
    set {
      let subject = object[keyPath: storageKeyPath].subject
      let objectWillChange = (object as? any ObservableObject)?.objectWillChange as? ObservableObjectPublisher
      objectWillChange?.send()
      subject.value = newValue
      ChangeSignal.shared.send()
    }
  }

  /// A publisher of the current value and of each change.
  public struct Publisher: Publishing.Publisher {
    public typealias Output = Value
    public typealias Failure = Never

    fileprivate let subject: CurrentValueSubject<Value, Never>

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Value, S.Failure == Never {
      subject.receive(subscriber: subscriber)
    }

    /// Receives the values of another publisher until the property is deinitialised.
    func follow(_ publisher: some Publishing.Publisher<Value, Never>) {
      weak let subject = self.subject
      let subscription = publisher.sink { value in
        subject?.value = value
        ChangeSignal.shared.send()
      }
      self.subject.keep(subscription)
    }
  }
}

extension Published: @unchecked Sendable where Value: Sendable {}  // SAFETY: the subject guards its value with a lock.
