// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A property wrapper for an object that a view creates once and keeps.
@propertyWrapper
public struct StateObject<ObjectType: ObservableObject>: DynamicProperty {
  private let cell: ObjectCell<ObjectType>

  public init(wrappedValue: @autoclosure @escaping () -> ObjectType) { cell = ObjectCell(wrappedValue) }

  public var wrappedValue: ObjectType { cell.object }

  public var projectedValue: ObservedObject<ObjectType>.Wrapper { .init(object: cell.object) }
}

extension StateObject: InstallableProperty {
  func install(in context: ResolveContext) {
    guard let states = context.session.states else { return }
    cell.share(with: states.value(at: context.path) { cell })
  }
}

/// Creates its object on first use, unless another cell exists for the same path.
private final class ObjectCell<Object: AnyObject> {
  private let make: () -> Object
  private var made: Object?
  private var original: ObjectCell<Object>?

  init(_ make: @escaping () -> Object) { self.make = make }

  var object: Object {
    if let original { return original.object }
    if let made { return made }
    let object = make()
    made = object
    return object
  }

  func share(with first: ObjectCell<Object>) { if first !== self { original = first } }
}

/// A property wrapper for an object that is kept elsewhere.
@propertyWrapper
public struct ObservedObject<ObjectType: ObservableObject>: DynamicProperty {
  public var wrappedValue: ObjectType

  public init(wrappedValue: ObjectType) { self.wrappedValue = wrappedValue }

  public init(initialValue: ObjectType) { wrappedValue = initialValue }

  public var projectedValue: Wrapper { Wrapper(object: wrappedValue) }

  /// Provides bindings to the object's properties.
  @dynamicMemberLookup
  public struct Wrapper {
    let object: ObjectType

    public subscript<Subject>(
      dynamicMember keyPath: ReferenceWritableKeyPath<ObjectType, Subject>
    ) -> Binding<Subject> {
      Binding(get: { object[keyPath: keyPath] }, set: { object[keyPath: keyPath] = $0 })
    }
  }
}

/// A property wrapper that provides bindings to the properties of an `@Observable` object.
@propertyWrapper @dynamicMemberLookup
public struct Bindable<Value> {
  public var wrappedValue: Value

  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

  public init(_ wrappedValue: Value) { self.wrappedValue = wrappedValue }

  public var projectedValue: Bindable<Value> { self }
}

extension Bindable where Value: AnyObject {
  public subscript<Subject>(dynamicMember keyPath: ReferenceWritableKeyPath<Value, Subject>) -> Binding<Subject> {
    let object = wrappedValue
    return Binding(
      get: { object[keyPath: keyPath] },
      set: {
        object[keyPath: keyPath] = $0
        ChangeSignal.shared.send()
      })
  }
}
