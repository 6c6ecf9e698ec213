// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The samples of each language in the sandbox, at a confined and at a sealed point. A language that is not installed is
/// installed from Debian if `SALLYPORT_INSTALL` is 1, as CI sets it, and otherwise skipped with a sentence.
@Suite struct LanguageSampleTests {
  /// A sample, the command that it needs, and the command that makes a program of its source.
  struct Sample: CustomTestStringConvertible, Sendable {
    var name: String
    var needs: String
    /// Debian's package of it.
    var package: String
    var file: String
    var build: String?
    var points: [String]
    /// Further options of `check` and `call`.
    var options: [String] = []
    var testDescription: String { name }

    func isInstalled() throws -> Bool {
      let search = ["-c", "command -v \(needs)"]
      if try SallyportProgram.run(search, program: "/bin/sh").status == 0 { return true }
      if ProcessInfo.processInfo.environment["SALLYPORT_INSTALL"] == "1" {
        let install = "apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq \(package)"
        _ = try SallyportProgram.run(["-c", install], program: "/bin/sh")
        if try SallyportProgram.run(search, program: "/bin/sh").status == 0 { return true }
      }
      print("skipped: \(needs) is not installed; Debian's package is \(package)")
      return false
    }

    /// The program in a directory, compiled if the language is.
    func made(in place: String, from folder: String) throws -> String {
      guard let build else { return folder + "/" + file }
      let made = try SallyportProgram.run(["-c", "cd '\(folder)' && \(build)", "build", place], program: "/bin/sh")
      try #require(made.status == 0, "\(made.complaints)")
      return place + "/" + file
    }
  }

  static let samples = [
    Sample(
      name: "python", needs: "python3", package: "python3", file: "family.py",
      points: ["monitor", "shieldConfiguration"]),
    Sample(name: "perl", needs: "perl", package: "perl", file: "family.pl", points: ["monitor"]),
    Sample(
      name: "node", needs: "node", package: "nodejs", file: "family.js", points: ["monitor", "shieldConfiguration"]),
    Sample(
      name: "c", needs: "cc", package: "gcc libjson-c-dev", file: "family",
      build: "cc -O2 -static -o \"$1/family\" family.c -ljson-c",
      points: ["monitor", "shieldConfiguration"]),
    Sample(
      name: "go", needs: "go", package: "golang-go", file: "family",
      build: "CGO_ENABLED=0 go build -trimpath -o \"$1/family\" family.go",
      points: ["monitor", "shieldConfiguration"]),
    Sample(
      name: "sh", needs: "dash", package: "dash", file: "family.sh", points: ["monitor"], options: ["--wire", "stdio"]),
  ]

  @Test(arguments: samples)
  func `a sample in each language conforms in the sandbox (DEV-37)`(sample: Sample) throws {
    guard try sample.isInstalled() else { return }
    let place = SallyportProgram.scratch + "/sample-\(sample.name)"
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    let program = try sample.made(in: place, from: Self.repository + "/samples/" + sample.name)
    for point in sample.points {
      let check = try SallyportProgram.run(["check", "--protocol", program, "--point", point] + sample.options)
      #expect(check.status == 0, "\(sample.name) at \(point): \(check.output)\(check.complaints)")
    }
  }

  @Test func `the table of languages says what is tried here`() throws {
    let page = try String(contentsOfFile: Self.repository + "/docs/languages.md", encoding: .utf8)
    for sample in Self.samples {
      let packages = sample.package.split(separator: " ").map { "`\($0)`" }.joined(separator: ", ")
      let row = try #require(page.split(separator: "\n").first { $0.contains("| \(packages) |") }, "\(sample.name)")
      let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      #expect((cells[2] == "passes") == sample.points.contains("monitor"), "\(row)")
      #expect((cells[3] == "passes") == sample.points.contains("shieldConfiguration"), "\(row)")
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

  static let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path
}
