// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A value that a view owns.
///
/// ### On Linux
/// An app's window keeps the value between trees. In widgets and reports it always has its initial value, and writes
/// during rendering are ignored.
@propertyWrapper
public struct State<Value>: DynamicProperty {
  private let cell: StateCell<Value>

  public init(wrappedValue: Value) { cell = StateCell(wrappedValue) }

  public init(initialValue: Value) { self.init(wrappedValue: initialValue) }

  public init() where Value: ExpressibleByNilLiteral { self.init(wrappedValue: nil) }

  public var wrappedValue: Value {
    get { cell.value }
    nonmutating set { cell.value = newValue }
  }

  public var projectedValue: Binding<Value> {
    let cell = cell
    return Binding(get: { cell.value }, set: { cell.value = $0 })
  }
}

extension State: Sendable where Value: Sendable {}

extension State: InstallableProperty {
  func install(in context: ResolveContext) { cell.install(in: context) }
}

/// The storage of one state. Views are created anew for each tree, so later cells refer to the first one for the path.
final class StateCell<Value>: @unchecked Sendable {
  // SAFETY: all members are only used while `lock` is held.
  private let lock = NSLock()
  private var own: Value
  private var original: StateCell<Value>?
  private var isFixed = false

  init(_ value: Value) { own = value }

  var value: Value {
    get {
      let (original, own) = lock.withLock { (self.original, self.own) }
      return original?.value ?? own
    }
    set {
      let original = lock.withLock {
        if self.original == nil, !isFixed { own = newValue }
        return self.original
      }
      if let original { original.value = newValue } else { ChangeSignal.shared.send() }
    }
  }

  @MainActor
  func install(in context: ResolveContext) {
    guard let states = context.session.states else { return lock.withLock { isFixed = true } }
    let first = states.value(at: context.path) { self }
    if first !== self { lock.withLock { original = first } }
  }
}
