// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import Sandboxing

/// Suspends the other processes of a family while one of its reports runs, so that none of them can observe the
/// report's load on the machine (PRIV-SE7).
///
/// The device has no callback of the family in flight during this time, so no deadline runs; callbacks that become due
/// are delivered afterwards. If the host is killed, all the processes are killed with it.
public final class FamilySuspension {
  private var held: [Lane] = []
  /// The processes that were moved, with their previous cores.
  private var moved: [(Lane, cores: [Int])] = []

  /// - Parameters:
  ///   - report: the lane of the report, whose process waits for its request.
  ///   - others: the other lanes of its family.
  ///   - isApart: whether the app may continue, on other cores than the report; otherwise it is suspended too.
  /// - Throws: `Failure` if a process can't be suspended. All processes are then resumed.
  public init(around report: Lane, others: [Lane], isApart: Bool) throws(Failure) {
    for lane in others where lane.supervised.processID != nil {
      held.append(lane)
      guard lane.supervised.holdStill() else {
        end()
        throw Failure(description: "\(lane.program) can't be suspended, so no report is shown beside it.")
      }
    }
    guard isApart, let cores = CoreSet.own?.split else { return }
    for lane in held where lane.supervised.configuration.point == .app {
      // Only a stopped process can be moved with all its threads.
      guard let before = lane.supervised.move(to: cores.others.cores) else { continue }
      moved.append((lane, before))
      let isMoved = report.supervised.holdStill() && report.supervised.move(to: cores.one.cores) != nil
      report.supervised.letGo()
      guard isMoved else { continue }
      lane.supervised.letGo()
      held.removeAll { $0 === lane }
    }
  }

  /// The reason, as one sentence for the person at the terminal.
  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  deinit { end() }

  /// Resumes the processes on their previous cores.
  public func end() {
    for (lane, cores) in moved {
      if lane.supervised.holdStill() { _ = lane.supervised.move(to: cores) }
      // A process that was not seen to stop in time may stop later, so it is always told to continue.
      lane.supervised.letGo()
    }
    moved = []
    for lane in held { lane.supervised.letGo() }
    held = []
  }
}
