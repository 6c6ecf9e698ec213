// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import Sandboxing

/// An extension may exit just as the host kills it, and the kill must not reach another process. In this test the pid
/// has always been reused by then.
@Suite(.serialized) struct ReusedPidTests {
  @Test(.enabled(if: SandboxFixture.isRoot, "needs the right to choose pids"))
  func `a late kill does not reach the process that reused the pid`() throws {
    let fixture = try SandboxFixture()
    let impostor = try SandboxFixture.compiled("impostor", isStatic: true)
    var met = 0
    for round in 0..<50 {
      let process = try fixture.launcher.launch(try fixture.sealed())
      #expect(process.ask("ping") == "pong")
      process.send("exit 0")
      // In every other round the kill races with the exit.
      if round.isMultiple(of: 2) { process.kill() }
      #expect(process.reap(timeout: .seconds(10)) != nil)
      let other = Process()
      let (input, output) = (Pipe(), Pipe())
      other.executableURL = URL(filePath: impostor)
      other.arguments = ["\(process.pid)"]
      other.standardInput = input
      other.standardOutput = output
      try other.run()
      var lines = LineIterator(output.fileHandleForReading)
      let first = lines.next()
      if first == "has \(process.pid)" {
        met += 1
        process.kill()
        #expect(process.reap(timeout: .zero) != nil)
        process.close()
        process.kill()
      }
      try input.fileHandleForWriting.close()
      if first == "has \(process.pid)" { #expect(lines.next() == "alive") }
      other.waitUntilExit()
    }
    // Other programs on this machine may sometimes take the pid first.
    #expect(met >= 25, "only \(met) of 50 pids could be had again")
  }

  private struct LineIterator {
    private let handle: FileHandle
    private var bytes = Data()

    init(_ handle: FileHandle) { self.handle = handle }

    mutating func next() -> String? {
      while true {
        if let end = bytes.firstIndex(of: 10) {
          let line = String(decoding: bytes[bytes.startIndex..<end], as: UTF8.self)
          bytes = Data(bytes[bytes.index(after: end)...])
          return line
        }
        let more = handle.availableData
        guard !more.isEmpty else { return nil }
        bytes += more
      }
    }
  }
}
