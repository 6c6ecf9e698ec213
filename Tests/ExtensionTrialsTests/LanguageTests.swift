// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionTrials
import Foundation
import Sandboxing
import TestThreads
import Testing

/// Trials of scripts and dynamic programs, at confined and sealed points. They get a runtime image, as in a run.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), "needs /usr/bin/python3"))
struct LanguageTests {
  @Test(arguments: FaultyExtension.Language.allCases)
  func `a call of a sealed shield in another language draws it`(language: FaultyExtension.Language) throws {
    let result = try call(language, .shieldConfiguration, "configuration")
    #expect(result.problem == nil, "\(result.problem ?? "")")
    #expect(result.reading?.picture?.contains("Later") == true)
  }

  @Test(arguments: FaultyExtension.Language.allCases)
  func `a call of a sealed report in another language draws it`(language: FaultyExtension.Language) throws {
    let result = try call(language, .report, "makeReport")
    #expect(result.problem == nil, "\(result.problem ?? "")")
    #expect(result.reading?.picture?.contains("A day") == true)
  }

  @Test(arguments: FaultyExtension.Language.allCases)
  func `a call of a confined monitor in another language is answered`(language: FaultyExtension.Language) throws {
    let result = try call(language, .monitor, "intervalDidStart")
    #expect(result.problem == nil, "\(result.problem ?? "")")
  }

  @Test(arguments: FaultyExtension.Language.allCases, [ExtensionPoint.monitor, .shieldConfiguration])
  func `the conformance suite passes in another language`(
    language: FaultyExtension.Language, point: ExtensionPoint
  ) async throws {
    let report = try await onOwnThread {
      let extended = try FaultyExtension(language, at: point)
      return try ConformanceSuite(extended.subject, on: extended.stage, pace: FaultyExtension.pace).run()
    }
    #expect(report.failures.isEmpty, "\(report.failures)")
  }

  @Test
  func `sealed and confined trials have separate users, and only programs that need files get file access`()
    throws
  {
    let shield = try FaultyExtension(.dynamicC, at: .shieldConfiguration).stage.specification()
    let monitor = try FaultyExtension(.dynamicC, at: .monitor).stage.specification()
    #expect(shield.profile == .sealed(.files) && monitor.profile == .confined)
    #expect(shield.containerDirectory == nil && monitor.containerDirectory != nil)
    if geteuid() == 0 { #expect(shield.identity != monitor.identity) }
    #expect(try FaultyExtension("none", at: .report).stage.specification().profile == .sealed(.compute))
  }

  @Test(arguments: [
    ("#!/usr/bin/env python3\n", "#!/usr/bin/env python3"), ("#!/bin/sh -e\n", "#!/bin/sh -e"), ("#!\n", "#!"),
    ("#!/bin/sh" + String(repeating: " ", count: 300), "#!/bin/sh"), ("#!/opt/x\u{1b}[2J\n", "/opt/x"),
  ])
  func `a script whose first line is not a single interpreter is refused`(line: String, quoted: String) throws {
    let path = NSTemporaryDirectory() + "sallyport-line-\(UUID().uuidString)"
    try line.write(toFile: path, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let error = #expect(throws: ExtensionTrialError.self) { try TrialSubject(executable: path, point: .monitor) }
    #expect(error?.description.contains(quoted) == true, "\(error?.description ?? "")")
  }

  @Test func `an executable that is a pipe is refused and not read`() throws {
    let path = NSTemporaryDirectory() + "sallyport-pipe-\(UUID().uuidString)"
    try #require(mkfifo(path, 0o755) == 0)
    defer { unlink(path) }
    let error = #expect(throws: ExtensionTrialError.self) { try TrialSubject(executable: path, point: .monitor) }
    #expect(error?.description.contains("is not a regular file") == true)
  }

  private func call(
    _ language: FaultyExtension.Language, _ point: ExtensionPoint, _ callback: String
  ) throws -> CallResult {
    let extended = try FaultyExtension(language, at: point)
    return try CallTrial(extended.subject, on: extended.stage, pace: FaultyExtension.pace).run(callback, json: nil)
  }
}
