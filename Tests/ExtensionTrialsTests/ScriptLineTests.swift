// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HostileBinaries
import Testing

@testable import ExtensionTrials

@Suite struct ScriptLineTests {
  private static func read(_ bytes: [UInt8]) throws -> String? {
    let path = "/tmp/script-line-\(getpid())-\(UInt64.random(in: 0 ... .max))"
    try Data(bytes).write(to: URL(filePath: path))
    defer { unlink(path) }
    return try ScriptLine(of: path)?.interpreter
  }

  @Test(arguments: ["#!/usr/bin/python3\n", "#! /usr/bin/python3 \nprint()", "#!\t/usr/bin/python3"])
  func `reads one interpreter`(_ text: String) throws {
    #expect(try Self.read(Array(text.utf8)) == "/usr/bin/python3")
  }

  @Test(arguments: ["", "#", "# !/bin/sh\n", "\u{7f}ELF"]) func `leaves other files alone`(_ text: String) throws {
    #expect(try Self.read(Array(text.utf8)) == nil)
  }

  @Test(arguments: [
    "#!", "#!\n", "#!python3\n", "#!../python3\n", "#!/usr/bin/env python3\n", "#!/usr/bin/python3 -u\n",
    "#!/usr/bin/python3\r\n", "#!/usr/bin/python3\0\n", "#!/bin/\u{1b}[2Jsh\n", "#!/usr/bin/env\n",
    "#!/" + String(repeating: "a", count: 253) + "\n", "#!/" + String(repeating: "a", count: 5000),
  ])
  func `refuses any other first line`(_ text: String) {
    #expect(throws: ExtensionTrialError.self) { try Self.read(Array(text.utf8)) }
  }

  @Test func `gives every script of the grammar an interpreter or a reason`() {
    for seed in 0..<2000 {
      var choices = Choices(seed: UInt64(seed))
      let bytes = ScriptGrammar.bytes(&choices, places: ["/home"])
      do {
        let interpreter = try Self.read(bytes)
        let isPlain = interpreter?.utf8.allSatisfy { (0x21...0x7e).contains($0) } ?? true
        #expect(isPlain && interpreter?.hasPrefix("/") != false, "seed \(seed)")
      } catch {
        #expect("\(error)".utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f }, "seed \(seed): \(error)")
      }
    }
  }

  @Test func `does not wait for a pipe`() throws {
    let path = "/tmp/script-pipe-\(getpid())"
    mkfifo(path, 0o600)
    defer { unlink(path) }
    #expect(throws: ExtensionTrialError.self) { try ScriptLine(of: path) }
  }
}
