// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The samples of each language in the sandbox, at a confined and at a sealed point. A language that is not installed is
/// skipped with a sentence.
@Suite struct LanguageSampleTests {
  /// A sample, the command that it needs, and the command that makes a program of its source.
  struct Sample: CustomTestStringConvertible, Sendable {
    var name: String
    var needs: String
    var file: String
    var build: String?
    var points: [String]
    var testDescription: String { name }
  }

  static let samples = [
    Sample(name: "python", needs: "python3", file: "family.py", points: ["monitor", "shieldConfiguration"]),
    Sample(name: "perl", needs: "perl", file: "family.pl", points: ["monitor"]),
    Sample(name: "node", needs: "node", file: "family.js", points: ["monitor", "shieldConfiguration"]),
    Sample(
      name: "c", needs: "cc", file: "family", build: "cc -O2 -static -o \"$1/family\" family.c -ljson-c",
      points: ["monitor", "shieldConfiguration"]),
    Sample(
      name: "go", needs: "go", file: "family", build: "CGO_ENABLED=0 go build -trimpath -o \"$1/family\" family.go",
      points: ["monitor", "shieldConfiguration"]),
  ]

  @Test(arguments: samples)
  func `a sample in each language conforms in the sandbox (DEV-37)`(sample: Sample) throws {
    let isThere = try SallyportProgram.run(["-c", "command -v \(sample.needs)"], program: "/bin/sh")
    guard isThere.status == 0 else {
      print("skipped: \(sample.needs) is not installed")
      return
    }
    let place = SallyportProgram.scratch + "/sample-\(sample.name)"
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    let folder = Self.repository + "/samples/" + sample.name
    var program = folder + "/" + sample.file
    if let build = sample.build {
      let made = try SallyportProgram.run(
        ["-c", "cd '\(folder)' && \(build)", "build", place], program: "/bin/sh")
      try #require(made.status == 0, "\(made.complaints)")
      program = place + "/" + sample.file
    }
    for point in sample.points {
      let check = try SallyportProgram.run("check", "--protocol", program, "--point", point)
      #expect(check.status == 0, "\(sample.name) at \(point): \(check.output)\(check.complaints)")
    }
  }

  @Test func `Node makes no code, whatever a script asks for`() throws {
    guard try SallyportProgram.run(["-c", "command -v node"], program: "/bin/sh").status == 0 else {
      print("skipped: node is not installed")
      return
    }
    let text = try String(contentsOfFile: Self.repository + "/samples/node/family.js", encoding: .utf8)
    let program = SallyportProgram.scratch + "/assembling.js"
    // WebAssembly needs generated code, which the sandbox refuses. Node was started so that it doesn't try.
    let probe = "if (typeof WebAssembly !== \"undefined\") process.exit(3);\n"
    try text.replacing("const fs =", with: probe + "const fs =").write(
      toFile: program, atomically: false, encoding: .utf8)
    chmod(program, 0o755)
    let check = try SallyportProgram.run("check", "--protocol", program, "--point", "monitor")
    #expect(check.status == 0, "\(check.output)\(check.complaints)")
  }

  private static let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path
}
