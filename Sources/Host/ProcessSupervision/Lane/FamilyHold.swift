// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// PRIV-SE7's stillness among lanes that have threads of their own. Each of the family's other lanes comes here when
/// what it does is done, and stays until the report has ended; the last to come holds the processes still and confirms
/// it.
///
/// SAFETY: `@unchecked Sendable` because everything that changes is touched only between `lock` and `unlock` of
/// `changed`, and lanes only while their threads stand here.
public final class FamilyHold: @unchecked Sendable {
  private enum Phase {
    case gathering
    case holding(FamilySuspension)
    case released(FamilySuspension)
    case over
  }

  private let report: Lane
  private let missing: Int
  private let isApart: Bool
  private let deadline: Date
  private let confirm: @Sendable (_ failure: String?) -> Void
  private let changed = NSCondition()
  private var phase = Phase.gathering
  private var present: [Lane] = []

  /// - Parameters:
  ///   - report: the lane of the report, which waits for the confirmation.
  ///   - others: how many other lanes the family has, at least one.
  ///   - isApart: whether the app's process may go on, on other cores than the report's.
  ///   - patience: how long the others may take to end what they do.
  ///   - confirm: called once, with the sentence why the family can't be held.
  public init(
    around report: LaneThread, others: Int, isApart: Bool, patience: Duration,
    confirm: @escaping @Sendable (_ failure: String?) -> Void
  ) {
    self.report = report.unsynchronised
    missing = others
    self.isApart = isApart
    self.confirm = confirm
    deadline = Date(timeIntervalSinceNow: Double(patience.milliseconds) / 1_000)
  }

  /// Stays until the report has ended; called on the thread of the lane.
  func attend(_ lane: Lane) {
    changed.lock()
    defer { changed.unlock() }
    guard case .gathering = phase else { return }
    present.append(lane)
    if present.count == missing { hold() }
    while true {
      switch phase {
      case .gathering:
        if !changed.wait(until: deadline), case .gathering = phase {
          end("The family is busy with a callback, so no report is shown beside it.")
        }
      case .holding: changed.wait()
      case .released(let stillness):
        stillness.end()
        end(nil)
      case .over: return
      }
    }
  }

  /// The report has ended, or does not come: everything goes on where it stood.
  public func release() {
    changed.lock()
    defer { changed.unlock() }
    switch phase {
    case .gathering: phase = .over
    case .holding(let stillness): phase = .released(stillness)
    case .released, .over: return
    }
    changed.broadcast()
  }

  private func hold() {
    do throws(FamilySuspension.Failure) {
      phase = .holding(try FamilySuspension(around: report, others: present, isApart: isApart))
      confirm(nil)
    } catch {
      end(error.description)
    }
  }

  private func end(_ failure: String?) {
    phase = .over
    if let failure { confirm(failure) }
    changed.broadcast()
  }
}

extension LaneThread {
  /// Takes part in a stillness once everything before it is done.
  public func attend(_ hold: FamilyHold) { run { hold.attend($0) } }
}
