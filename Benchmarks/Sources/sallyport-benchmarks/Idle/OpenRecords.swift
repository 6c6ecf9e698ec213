// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ScreenTimeRules

/// A source of use that writes to a FIFO: one app in front of one person, repeated as long as it goes on.
final class OpenRecords: Sendable {
  let path: String
  private let descriptor: Int32
  private let start = OpenRecords.wallMilliseconds
  private let up = BootClock.nanoseconds / 1_000_000
  private let boot: String

  init(_ path: String) throws {
    self.path = path
    boot = String(try String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8).prefix(8))
    guard mkfifo(path, 0o600) == 0 else { throw BenchmarkError("\(path) can't be made (errno \(errno)).") }
    // Open for reading too, so that opening doesn't wait for the host.
    descriptor = open(path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { throw BenchmarkError("\(path) can't be opened (errno \(errno)).") }
  }

  deinit { close(descriptor) }

  /// Says that both records last up to now.
  func goOn() {
    let times = """
      "start":\(start),"end":\(Self.wallMilliseconds),"resolution":1,"boot":"\(boot)","up":\(up)}
      """
    let text = """
      {"v":1,"source":"logind","stream":"logind/1","kind":"active",\(times)
      {"v":1,"source":"sway","stream":"sway/1","kind":"app","id":"\(SampleFamilies.editor.id)",\(times)

      """
    _ = text.withCString { write(descriptor, $0, strlen($0)) }
  }

  /// Repeats the records every five seconds.
  func goOn(for seconds: Int) {
    for _ in 0..<seconds / 5 {
      goOn()
      sleep(5)
    }
  }

  private static var wallMilliseconds: Int64 { Int64(Date.now.timeIntervalSince1970 * 1_000) }
}
