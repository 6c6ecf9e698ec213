// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The end of a process: its exit status or signal.
public enum ExitStatus: Hashable, Sendable {
  case exited(Int32)
  case signalled(Int32)

  /// Whether the filter killed it: it made a call that is never legitimate, so the launch counts as hostile.
  public var isHostile: Bool { self == .signalled(SIGSYS) }

  /// Converts the CLD_ code and the status of `waitid`.
  init(code: Int32, status: Int32) {
    self = code == 1 ? .exited(status) : .signalled(status)
  }
}
