// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import Sandboxing

/// The lower bound of a round trip: the same number of bytes through two pipes, without any processing.
final class RawPipe {
  private let process: LaunchedProcess
  private let request: [UInt8]
  private var reply: [UInt8]

  /// The argument with which this program runs as the other end.
  static let childCommand = "echo"

  init(_ launcher: Launcher, request: Int, reply: Int) throws {
    self.request = [UInt8](repeating: 0x61, count: request)
    self.reply = [UInt8](repeating: 0, count: reply)
    guard let program = realpath("/proc/self/exe", nil) else {
      throw BenchmarkError("/proc/self/exe can't be resolved, so the other end of the pipe can't be started.")
    }
    defer { free(program) }
    process = try launcher.launchUnconfined(
      executable: String(cString: program), arguments: [Self.childCommand, String(request), String(reply)])
  }

  var processID: Int32 { process.pid }

  func roundTrip() throws {
    guard write(process.request, request, request.count) == request.count,
      Self.fill(&reply, from: process.reply)
    else { throw BenchmarkError("The raw pipe broke.") }
  }

  func close() { process.close() }

  /// Runs the other end: reads requests from 3 and writes replies to 4 until the pipe ends.
  static func serve(request: Int, reply: Int) {
    var incoming = [UInt8](repeating: 0, count: request)
    let outgoing = [UInt8](repeating: 0x62, count: reply)
    while fill(&incoming, from: 3), write(4, outgoing, reply) == reply {}
  }

  private static func fill(_ buffer: inout [UInt8], from descriptor: Int32) -> Bool {
    var filled = 0
    while filled < buffer.count {
      let count = buffer.withUnsafeMutableBytes { bytes in
        let free = UnsafeMutableRawBufferPointer(rebasing: bytes[filled...])
        return read(descriptor, free.baseAddress, free.count)
      }
      guard count > 0 else { return false }
      filled += count
    }
    return true
  }
}
