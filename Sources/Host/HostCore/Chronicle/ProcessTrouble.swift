// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ProcessSupervision
import ScreenTimeVocabulary

extension ProcessMove {
  /// A description of the move if it held an extension back or ended it. Ordinary starts and stops, of which a week has
  /// a thousand, are left out.
  func trouble(at now: Int64) -> String? {
    (isRefusedLaunch ? launchFailure : nil) ?? exceeded.map { "it was ended: \($0)" } ?? to.trouble(at: now)
      ?? from.trouble(by: reason)
  }

  private var isRefusedLaunch: Bool {
    from == .launching && reason.isRefusedLaunch
  }
}

extension ProcessState {
  fileprivate func trouble(at now: Int64) -> String? {
    switch self {
    case .backingOff(let until): "it waits \(until - now) ms"
    case .quarantined(let until): "it waits \((until - now) / 1_000) s"
    case .disabled: "it waits until its build or manifest changes"
    case .refused: "it waits until it is approved"
    case .cold, .launching, .greeting, .idle, .busy, .draining, .exiting: nil
    }
  }

  /// A description of a process's end if the process caused it.
  fileprivate func trouble(by reason: ReasonCode) -> String? {
    switch self {
    case .greeting where reason != .process(.helloAccepted), .launching where reason != .process(.executed):
      "it did not start"
    case .busy, .idle: reason.isFaultOfProcess ? "it was ended" : nil
    case .refused, .cold, .launching, .greeting, .draining, .exiting, .backingOff, .quarantined, .disabled: nil
    }
  }
}

extension ReasonCode {
  /// Whether no process was started.
  var isRefusedLaunch: Bool {
    switch self {
    case .launch, .confinement: true
    default: false
    }
  }

  /// Whether a process was ended for its behaviour, or exited by itself.
  fileprivate var isFaultOfProcess: Bool {
    switch self {
    case .crash, .unresponsive, .violation, .killed, .exit: true
    case .process(.deadline), .process(.replyMalformed), .process(.leftWithoutReply), .process(.notConfigured): true
    default: false
    }
  }
}
