// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// The suspension of a family (PRIV-SE7) if lanes have threads of their own. Each of the family's other lanes blocks
/// here after its current work until the report has ended; the last lane to arrive suspends the processes and confirms
/// it.
///
/// SAFETY: `@unchecked Sendable` because all mutable state is accessed only with the lock of `changed`, and lanes only
/// while their threads block here.
public final class FamilyHold: @unchecked Sendable {
  private enum Phase {
    case gathering
    /// The processes are being suspended; not wanted any more after a release.
    case suspending(isWanted: Bool)
    case holding(FamilySuspension)
    case released(FamilySuspension)
    case over
  }

  private let report: Lane
  private let missing: Int
  private let isApart: Bool
  private let confirm: @Sendable (_ failure: String?) -> Void
  private let changed = NSCondition()
  private var phase = Phase.gathering
  private var present: [Lane] = []

  /// - Parameters:
  ///   - report: the lane of the report, which waits for the confirmation.
  ///   - others: the number of the family's other lanes, at least one.
  ///   - isApart: whether the app's process may continue, on other cores than the report's.
  ///   - patience: how long the others may take to finish their work.
  ///   - confirm: called once; with a sentence if the family can't be suspended.
  public init(
    around report: LaneThread, others: Int, isApart: Bool, patience: Duration,
    confirm: @escaping @Sendable (_ failure: String?) -> Void
  ) {
    self.report = report.unsynchronised
    missing = others
    self.isApart = isApart
    self.confirm = confirm
    // Not a time limit of the lanes' own waits: if all of them are busy, none waits here yet.
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(Int(clamping: patience.milliseconds))) {
      [weak self] in self?.expire()
    }
  }

  /// Blocks the lane's thread until the report has ended.
  func attend(_ lane: Lane) {
    changed.lock()
    defer { changed.unlock() }
    guard case .gathering = phase else { return }
    present.append(lane)
    if present.count == missing { suspend() }
    while true {
      switch phase {
      case .gathering, .suspending, .holding: changed.wait()
      case .released(let stillness):
        stillness.end()
        end(nil)
      case .over: return
      }
    }
  }

  /// Resumes everything after the report has ended, or if it is not shown.
  public func release() {
    changed.lock()
    defer { changed.unlock() }
    switch phase {
    case .gathering: phase = .over
    case .suspending: phase = .suspending(isWanted: false)
    case .holding(let stillness): phase = .released(stillness)
    case .released, .over: return
    }
    changed.broadcast()
  }

  private func expire() {
    changed.lock()
    defer { changed.unlock() }
    guard case .gathering = phase else { return }
    end("The family is busy with a callback, so no report is shown beside it.")
  }

  /// Suspends the processes without the lock, since that takes time and `release()` must not wait.
  private func suspend() {
    phase = .suspending(isWanted: true)
    let others = present
    changed.unlock()
    let result = Result { () throws(FamilySuspension.Failure) in
      try FamilySuspension(around: report, others: others, isApart: isApart)
    }
    changed.lock()
    switch (phase, result) {
    case (.suspending(isWanted: true), .success(let stillness)):
      phase = .holding(stillness)
      confirm(nil)
    case (.suspending(isWanted: true), .failure(let failure)): end(failure.description)
    case (_, .success(let stillness)):
      stillness.end()
      end(nil)
    case (_, .failure): end(nil)
    }
  }

  private func end(_ failure: String?) {
    phase = .over
    if let failure { confirm(failure) }
    changed.broadcast()
  }
}

extension LaneThread {
  /// Takes part in a suspension once all earlier jobs are done.
  public func attend(_ hold: FamilyHold) { run { hold.attend($0) } }
}
