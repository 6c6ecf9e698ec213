// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionTransport

/// The deadline of one callback, paused while the host answers a request.
struct CallbackWatch {
  private let clock: DeadlineClock
  private(set) var deadline: MonotonicTime
  private var lifeCheck: MonotonicTime?
  let confirmsAck: Bool
  private(set) var isAcked = false
  var requests = 0
  /// The child's throttled time when the callback began.
  private let throttledBefore: Int64

  init(
    _ clock: DeadlineClock, allowing time: Duration, liveness: Duration, confirmsAck: Bool, throttledBefore: Int64 = 0
  ) {
    self.throttledBefore = throttledBefore
    self.clock = clock
    deadline = clock.after(time)
    self.confirmsAck = confirmsAck
    lifeCheck = clock.after(liveness)
  }

  var nextLook: MonotonicTime { lifeCheck.map { min($0, deadline) } ?? deadline }
  var isOver: Bool { deadline <= clock.now }

  /// Takes the callback's only valid `ack`.
  mutating func takesAck(_ params: WireValue, of request: RequestID) -> Bool {
    guard confirmsAck, !isAcked, let ack = try? Ack(wire: params, at: "/params", from: .extension),
      ack.request == request
    else { return false }
    isAcked = true
    return true
  }

  /// Whether it is time for the liveness check; true once.
  mutating func looksForLife() -> Bool {
    guard let lifeCheck, lifeCheck <= clock.now else { return false }
    self.lifeCheck = nil
    return true
  }

  /// Whether a control group throttled the process during a part of the callback.
  func isStarved(throttledMicroseconds: Int64) -> Bool { throttledMicroseconds > throttledBefore }

  /// Moves the deadline while a developer looks at the process.
  mutating func wait(for time: Duration) { deadline = clock.after(time) }

  mutating func standStill(_ body: () -> Void) {
    let start = clock.now
    body()
    let pause = clock.now - start
    deadline = deadline + pause
    lifeCheck = lifeCheck.map { $0 + pause }
  }
}
