// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// What `new` writes in languages other than Swift: it builds, runs a week with callbacks and shields, passes its own test
/// and conforms, without an edit. `make adopt` does the same for Swift, which takes minutes to build.
@Suite struct NewFamilyTests {
  private static let compilers = ["c": "cc", "go": "go"]

  @Test(arguments: ["python", "c", "go", "sh"])
  func `a new family runs a week at once (DEV-1)`(language: String) throws {
    if let compiler = Self.compilers[language],
      try SallyportProgram.run(["-c", "command -v \(compiler)"], program: "/bin/sh").status != 0
    {
      print("skipped: \(compiler) is not installed")
      return
    }
    let place = SallyportProgram.scratch + "/new-\(language)"
    let made = try SallyportProgram.run("new", "rest", "--language", language, "--into", place)
    #expect(made.status == 0, "\(made.complaints)")

    let run = try make("run", in: place)
    #expect(run.status == 0, "\(run.complaints)")
    #expect(run.complaints.contains("answers: \(place)/answers.json"), "\(run.complaints)")
    let applied = run.output.firstMatch(of: /callbacks: (\d+) applied/).flatMap { Int($0.output.1) }
    #expect((applied ?? 0) >= 7, "\(run.output.suffix(500))")
    #expect(run.output.contains("▣ up over"))
    let presses = run.output.matches(of: /→ handle  ·  applied/).count
    // A shell draws no shield, and the default one has no second button.
    #expect(language == "sh" ? presses == 0 : presses > 0, "\(run.output.prefix(3_000))")
    #expect(!run.output.contains("fallback"))

    let test = try make("test", in: place)
    #expect(test.status == 0 && test.output.contains("eventDidReachThreshold: ok"), "\(test.complaints)")
    let check = try make("check", in: place)
    #expect(check.status == 0, "\(check.output)\(check.complaints)")
  }

  @Test func `its test fails if the callback does something else`() throws {
    let place = SallyportProgram.scratch + "/new-broken"
    #expect(try SallyportProgram.run("new", "rest", "--language", "python", "--into", place).status == 0)
    let program = place + "/extensions/family.py"
    let text = try String(contentsOfFile: program, encoding: .utf8)
    try text.replacing("\"policy\": \"all\"", with: "\"policy\": \"none\"").write(
      toFile: program, atomically: false, encoding: .utf8)
    let test = try make("test", in: place)
    #expect(test.status == 2)
    #expect(test.complaints.contains("the answer does not contain"))
  }

  @Test func `a program that ends at its start is told with what it printed (DEV-15)`() throws {
    let place = SallyportProgram.scratch + "/new-ending"
    #expect(try SallyportProgram.run("new", "rest", "--language", "python", "--into", place).status == 0)
    let program = place + "/extensions/family.py"
    let text = try String(contentsOfFile: program, encoding: .utf8)
    try text.replacing("import json\n", with: "import json, nothing_here\n").write(
      toFile: program, atomically: false, encoding: .utf8)
    let run = try make("run", in: place)
    #expect(run.output.contains("rest.app            · did not start  ·  exit.1"), "\(run.output)")
    #expect(run.output.matches(of: /printed  ·  ModuleNotFoundError: No module named 'nothing_here'/).count == 1)
    #expect(run.complaints.contains("rest: no callback of its monitor. Its app did not start: exit.1."))
    let state = try SallyportProgram.run("state", "--state", place + "/state")
    #expect(state.output.contains("ModuleNotFoundError"), "\(state.output)")
  }

  private func make(_ target: String, in place: String) throws -> SallyportProgram.Finished {
    // The host may be in a folder whose name has spaces.
    let host = place + " host/sallyport"
    if !FileManager.default.fileExists(atPath: host) {
      try FileManager.default.createDirectory(atPath: place + " host", withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(atPath: host, withDestinationPath: SallyportProgram.path)
    }
    return try SallyportProgram.run(
      ["make", "--directory", place, target, "SALLYPORT=" + host, "PATIENCE=20"], program: "/usr/bin/env")
  }
}
