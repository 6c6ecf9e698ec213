// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A movement that a view reacts to. Nothing is touched in a picture: gestures are accepted and dropped
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

/// What goes along with a change of state; nothing is animated here.
public struct Transaction {
  public var animation: Animation?
  public var disablesAnimations = false

  public init(animation: Animation? = nil) { self.animation = animation }
}

public func withTransaction<Result>(_ transaction: Transaction, _ body: () throws -> Result) rethrows -> Result {
  try body()
}
