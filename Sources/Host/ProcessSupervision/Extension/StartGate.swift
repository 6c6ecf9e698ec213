// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// Limits how many processes start at a time, from the launch to the reply to `hello`, so that a host that begins with
/// much to do leaves its machine usable.
public final class StartGate: Sendable {
  public static let mostAtATime = 4

  private let places: DispatchSemaphore

  public init(mostAtATime: Int = StartGate.mostAtATime) { places = DispatchSemaphore(value: mostAtATime) }

  /// Waits for a place.
  ///
  /// - Parameter isOver: whether waiting has become pointless; asked fifty times a second.
  /// - Returns: whether a place was taken, which ``leave()`` must give back.
  func enter(unless isOver: () -> Bool) -> Bool {
    while places.wait(timeout: .now() + .milliseconds(20)) == .timedOut {
      if isOver() { return false }
    }
    return true
  }

  func leave() { places.signal() }
}
