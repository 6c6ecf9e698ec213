// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A gesture to which a view responds. Gestures are accepted but have no effect
/// (`views.md#what-swiftui-code-does-here`).
@MainActor @preconcurrency
public protocol Gesture<Value> {
  associatedtype Value
}

extension Gesture {
  nonisolated public func onEnded(_ action: @escaping (Value) -> Void) -> Self { self }

  nonisolated public func onChanged(_ action: @escaping (Value) -> Void) -> Self { self }

  nonisolated public func updating<State>(
    _ state: GestureState<State>, body: @escaping (Value, inout State, inout Transaction) -> Void
  ) -> Self { self }

  nonisolated public func simultaneously(with other: some Gesture) -> Self { self }

  nonisolated public func sequenced(before other: some Gesture) -> Self { self }

  nonisolated public func exclusively(before other: some Gesture) -> Self { self }
}

/// The context of a state change. It has no effect, because there is no animation.
public struct Transaction {
  public var animation: Animation?
  public var disablesAnimations = false

  public init(animation: Animation? = nil) { self.animation = animation }
}

public func withTransaction<Result>(_ transaction: Transaction, _ body: () throws -> Result) rethrows -> Result {
  try body()
}
