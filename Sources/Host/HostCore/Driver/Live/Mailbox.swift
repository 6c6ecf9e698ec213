// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessSupervision
import Synchronization

/// What lanes report, oldest first. Each program has room for so many reports; one that is faster than the device takes
/// them waits, on its own lane and on no other.
final class Mailbox: Sendable {
  enum Report: Sendable {
    case input(DeviceInput)
    /// For the timeline and the recording.
    case note(@Sendable (RunObserver) -> Void)
  }

  private struct State {
    var reports: [(program: ProgramID, report: Report)] = []
  }

  /// How many reports of a program may wait: a launch with its callback makes fewer than ten.
  static let room = 64

  let signal: Signal
  private let rooms: [ProgramID: DispatchSemaphore]
  private let state = Mutex(State())

  init(_ programs: [ProgramID]) throws {
    signal = try Signal()
    rooms = Dictionary(programs.map { ($0, DispatchSemaphore(value: Self.room)) }) { first, _ in first }
  }

  /// Adds a report; waits while the program has no room. Nothing is dropped.
  func post(_ report: Report, from program: ProgramID) {
    rooms[program]?.wait()
    state.withLock { $0.reports.append((program, report)) }
    signal.raise()
  }

  /// Takes everything that waits.
  func drain() -> [Report] {
    let taken = state.withLock { state in
      defer { state.reports = [] }
      return state.reports
    }
    for (program, _) in taken { rooms[program]?.signal() }
    return taken.map(\.report)
  }

  /// How many reports wait.
  var count: Int { state.withLock { $0.reports.count } }
}
