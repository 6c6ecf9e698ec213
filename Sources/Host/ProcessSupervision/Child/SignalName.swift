// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The names of the signals that end a process, for reason codes (`crash.SIGSEGV`).
enum SignalName {
  static func name(of signal: Int32) -> String {
    names[signal] ?? "SIG\(signal)"
  }

  private static let names: [Int32: String] = [
    1: "SIGHUP", 2: "SIGINT", 3: "SIGQUIT", 4: "SIGILL", 5: "SIGTRAP", 6: "SIGABRT", 7: "SIGBUS", 8: "SIGFPE",
    9: "SIGKILL", 11: "SIGSEGV", 13: "SIGPIPE", 14: "SIGALRM", 15: "SIGTERM", 24: "SIGXCPU", 25: "SIGXFSZ",
    31: "SIGSYS",
  ]
}
