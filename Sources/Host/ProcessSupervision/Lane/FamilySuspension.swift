// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import Sandboxing

/// Holds the other processes of a family still while one of its reports lives, so that what the report does to the
/// machine is seen by none of them (PRIV-SE7).
///
/// The device has no callback of the family in flight meanwhile, so no deadline runs, and what falls due is delivered
/// afterwards. A host that is killed in between takes all processes with it.
public final class FamilySuspension {
  private var held: [Lane] = []
  /// Which processes were moved, and the cores each had.
  private var moved: [(Lane, cores: [Int])] = []

  /// - Parameters:
  ///   - report: the lane of the report, whose process waits for its request.
  ///   - others: the other lanes of its family.
  ///   - isApart: whether the app may go on, on other cores than the report; else it stands still too.
  /// - Throws: the sentence why a process can't be held; everything goes on then.
  public init(around report: Lane, others: [Lane], isApart: Bool) throws(Failure) {
    for lane in others where lane.supervised.processID != nil {
      held.append(lane)
      guard lane.supervised.holdStill() else {
        end()
        throw Failure(description: "\(lane.program) can't be held still, so no report is shown beside it.")
      }
    }
    guard isApart, let cores = CoreSet.own?.split else { return }
    for lane in held where lane.supervised.configuration.point == .app {
      // Only a process that stands still can be moved whole.
      guard let before = lane.supervised.move(to: cores.others.cores) else { continue }
      moved.append((lane, before))
      let isMoved = report.supervised.holdStill() && report.supervised.move(to: cores.one.cores) != nil
      report.supervised.letGo()
      guard isMoved else { continue }
      lane.supervised.letGo()
      held.removeAll { $0 === lane }
    }
  }

  /// One sentence for the person at the terminal.
  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  deinit { end() }

  /// The report has ended: everything goes on where it stood.
  public func end() {
    for (lane, cores) in moved {
      guard lane.supervised.holdStill() else { continue }
      _ = lane.supervised.move(to: cores)
      lane.supervised.letGo()
    }
    moved = []
    for lane in held { lane.supervised.letGo() }
    held = []
  }
}
