// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ScreenTimeRules

extension SourcePlace {
  /// The name of the place on the timeline.
  var spoken: String {
    switch self {
    case .file: "followed file"
    case .fifo: "FIFO"
    case .socket: "socket"
    case .standardInput: "standard input"
    }
  }
}

extension SourceTrack {
  var spoken: String {
    switch self {
    case .focus: "app in front"
    case .web: "site in front"
    case .presence: "presence"
    }
  }
}

extension SourceLoss {
  var spoken: String {
    switch self {
    case .ended: "it ended"
    case .writerLeft: "the last writer closed it"
    case .removed: "it was removed or moved away"
    case .truncated: "it was cut"
    case .replaced: "another file took its place"
    case .refused: "the host ended the connection"
    case .failed: "it can't be read"
    }
  }
}

extension SourceBlindness {
  var spoken: String {
    switch self {
    case .stopped: "the sensor stopped"
    case .disconnected: "nothing was received from the sensor"
    case .unsupported: "the sensor doesn't work on this desktop"
    case .unreadable: "the sensor couldn't read what it saw"
    case .overflow: "the sensor lost records"
    case .hole: "the records have a hole"
    }
  }
}

extension ClockResponse {
  /// A sentence about a step of the wall clock.
  func spoken(of milliseconds: Int64) -> String {
    let seconds = milliseconds.magnitude / 1_000
    let step = "by \(seconds) s \(milliseconds < 0 ? "back" : "forward")"
    return switch self {
    case .followed: "\(step); the device follows"
    case .ignored: "\(step), but not synchronised; the device keeps its own time"
    case .reset: "\(step) since the last run; the device keeps its own time until the clock is synchronised"
    }
  }
}
