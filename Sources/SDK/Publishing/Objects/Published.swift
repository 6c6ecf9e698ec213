// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// A property whose changes can be subscribed to.
///
/// `objectWillChange` of the object that holds it is sent before the value changes, subscribers of `$property` hear the
/// new value: at once on subscription, then once for each assignment (`screen-time.md`).
@propertyWrapper
public struct Published<Value> {
  private let subject: CurrentValueSubject<Value, Never>

  public init(wrappedValue: Value) { subject = CurrentValueSubject(wrappedValue) }

  public init(initialValue: Value) { self.init(wrappedValue: initialValue) }

  /// Only properties of classes can be published; the static subscript below is what they use.
  @available(*, unavailable, message: "@Published is only available on properties of classes")
  public var wrappedValue: Value {
    get { subject.value }
    nonmutating set { subject.value = newValue }
  }

  public var projectedValue: Publisher {
    get { Publisher(subject: subject) }
    // For `assign(to: &$property)`: the subscription is kept by the publisher that is handed back.
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

  /// The current value, then each change.
  public struct Publisher: Publishing.Publisher {
    public typealias Output = Value
    public typealias Failure = Never

    fileprivate let subject: CurrentValueSubject<Value, Never>

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Value, S.Failure == Never {
      subject.receive(subscriber: subscriber)
    }

    /// Takes over the values of another publisher; the subscription ends with the property.
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
