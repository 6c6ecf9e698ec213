// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ProcessSupervision

extension ProcessMove {
  /// The move in words, where it is one by which an extension is held back or was ended; a thousand ordinary starts and
  /// stops a week would only hide these.
  func trouble(at now: Int64) -> String? {
    (isRefusedLaunch ? launchFailure : nil) ?? to.trouble(at: now) ?? from.trouble(by: reason)
  }

  private var isRefusedLaunch: Bool {
    from == .launching && ["launch.", "confinement."].contains(where: reason.hasPrefix)
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

  /// Why a process was ended, where that was its own doing.
  fileprivate func trouble(by reason: String) -> String? {
    switch self {
    case .greeting where reason != "hello.ok", .launching where reason != "exec.ok": "it did not start"
    case .busy, .idle:
      ["crash.", "deadline", "unresponsive.", "violation.", "killed.", "exit.", "reply.schema"]
        .contains(where: reason.hasPrefix) ? "it was ended" : nil
    case .refused, .cold, .launching, .greeting, .draining, .exiting, .backingOff, .quarantined, .disabled: nil
    }
  }
}
