// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// The progress of a check and its time limit. Other threads read it to show progress.
package final class CheckSteps: Sendable {
  package struct Step: Hashable, Sendable {
    package var property: Finding.Property
    package var what: String
    package var done = 0
    /// 0 before it is known.
    package var total = 0
  }

  private let step = Mutex<Step?>(nil)
  private let limit: Duration?
  private let start = ContinuousClock.now
  private let cut = Mutex<String?>(nil)

  /// - Parameter limit: the time after which the check starts no further pair.
  package init(limit: Duration? = nil) { self.limit = limit }

  package var current: Step? { step.withLock(\.self) }

  func begin(_ property: Finding.Property, _ what: String) {
    step.withLock { $0 = Step(property: property, what: what) }
  }

  /// The part of a section that follows, in pairs.
  func expect(_ total: Int) {
    step.withLock { step in
      step?.done = 0
      step?.total = total
    }
  }

  func advance() { step.withLock { $0?.done += 1 } }

  /// Whether no further pair may start. The first refusal is kept for the report.
  var isOver: Bool {
    guard let limit, start.duration(to: .now) >= limit else { return false }
    cut.withLock { cut in
      guard cut == nil, let step = current else { return }
      cut =
        "the time limit of \(limit.components.seconds) s ended \(step.property.rawValue) after \(step.done) of "
        + "\(step.total) pairs"
    }
    return true
  }

  /// The sentence about the pair at which the time was over; `nil` if everything ran.
  var interruption: String? { cut.withLock(\.self) }
}
