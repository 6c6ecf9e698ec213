// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Gestures other than a tap, which have no effect (`views.md#what-swiftui-code-does-here`).
nonisolated extension View {
  public func gesture(_ gesture: some Gesture, including mask: GestureMask = .all) -> some View { self }
  public func simultaneousGesture(_ gesture: some Gesture, including mask: GestureMask = .all) -> some View { self }
  public func highPriorityGesture(_ gesture: some Gesture, including mask: GestureMask = .all) -> some View { self }
  public func onLongPressGesture(
    minimumDuration: Double = 0.5, maximumDistance: CGFloat = 10, perform action: @escaping () -> Void,
    onPressingChanged: ((Bool) -> Void)? = nil
  ) -> some View { self }
  public func onHover(perform action: @escaping (Bool) -> Void) -> some View { self }
  public func hoverEffect() -> some View { self }
  public func onTapGesture(
    count: Int = 1, coordinateSpace: CoordinateSpace = .local, perform action: @escaping @MainActor (CGPoint) -> Void
  ) -> some View { self }
}
