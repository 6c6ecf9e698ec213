// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessSupervision
import Synchronization

/// The reports of lanes, oldest first. Each program may have a limited number of waiting reports; a lane that reports
/// faster than the device takes them blocks, and no other lane does.
final class Mailbox: Sendable {
  enum Report: Sendable {
    case input(DeviceInput)
    /// A note for the timeline and the recording.
    case note(@Sendable (RunObserver) -> Void)
  }

  private struct State {
    var reports: [(program: ProgramID, report: Report)] = []
  }

  /// The number of reports of a program that may wait. A launch with its callback makes fewer than ten.
  static let room = 64

  let signal: Signal
  private let rooms: [ProgramID: DispatchSemaphore]
  private let state = Mutex(State())

  init(_ programs: [ProgramID]) throws {
    signal = try Signal()
    rooms = Dictionary(programs.map { ($0, DispatchSemaphore(value: Self.room)) }) { first, _ in first }
  }

  /// A semaphore that is freed below its first value ends the program, and a lane may report after the host's end.
  deinit { _ = drain() }

  /// Adds a report. Blocks while the program's share is full; drops nothing.
  func post(_ report: Report, from program: ProgramID) {
    rooms[program]?.wait()
    state.withLock { $0.reports.append((program, report)) }
    signal.raise()
  }

  /// Takes all waiting reports.
  func drain() -> [Report] {
    let taken = state.withLock { state in
      defer { state.reports = [] }
      return state.reports
    }
    for (program, _) in taken { rooms[program]?.signal() }
    return taken.map(\.report)
  }

  /// The number of waiting reports.
  var count: Int { state.withLock { $0.reports.count } }
}
