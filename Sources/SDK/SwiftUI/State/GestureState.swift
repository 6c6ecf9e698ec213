// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A value that changes during a gesture. There are no gestures here, so it is always the initial value
/// (`views.md#what-swiftui-code-does-here`).
@propertyWrapper
public struct GestureState<Value>: DynamicProperty {
  public let wrappedValue: Value

  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

  public init(initialValue: Value) { wrappedValue = initialValue }

  public var projectedValue: GestureState<Value> { self }
}

/// The view that has keyboard focus. There is no focus here, so only the extension's own code changes the value.
@propertyWrapper
public struct FocusState<Value: Hashable>: DynamicProperty {
  private let cell: StateCell<Value>

  public init() where Value == Bool { cell = StateCell(false) }

  public init<Wrapped: Hashable>() where Value == Wrapped? { cell = StateCell(nil) }

  public var wrappedValue: Value {
    get { cell.value }
    nonmutating set { cell.value = newValue }
  }

  public var projectedValue: Binding<Value> {
    let cell = cell
    return Binding(get: { cell.value }, set: { cell.value = $0 })
  }
}
