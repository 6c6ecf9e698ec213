// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// `scripts/install`, which `make install` runs on a release build, run on the build of these tests.
@Suite struct InstallTests {
  private static let prefix = Result { () -> String in
    let prefix = SallyportProgram.scratch + "/prefix"
    let build = (SallyportProgram.path as NSString).deletingLastPathComponent
    let finished = try SallyportProgram.run(
      [build, prefix], program: SallyportProgram.root + "/scripts/install")
    try #require(finished.status == 0, "\(finished.complaints)")
    return prefix
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOfFile: try Self.prefix.get() + "/" + path, encoding: .utf8)
  }

  @Test func `the installed host runs and finds its launcher`() throws {
    let program = try Self.prefix.get() + "/bin/sallyport"
    let finished = try SallyportProgram.run(["doctor", "--format", "json"], program: program)
    #expect([0, 3].contains(finished.status), "\(finished.complaints)")
    #expect(!finished.complaints.contains("sallyport-launch"), "\(finished.complaints)")
  }

  @Test func `the installed host creates a package that uses the installed SDK`() throws {
    let prefix = try Self.prefix.get()
    let package = SallyportProgram.scratch + "/evening-rest"
    let finished = try SallyportProgram.run(
      ["new", "evening-rest", "--into", package], program: prefix + "/bin/sallyport")
    #expect(finished.status == 0, "\(finished.complaints)")
    let manifest = try String(contentsOfFile: package + "/Package.swift", encoding: .utf8)
    #expect(manifest.contains("/.sdk") && !manifest.contains(prefix), "the package names the SDK of its machine")
    let sdk = try SallyportProgram.run(["sdk", "--quiet"], program: prefix + "/bin/sallyport").output
    #expect(sdk == prefix + "/share/sallyport/sdk\n")
    // Each module that the package's sources need is installed.
    for module in ["SDK/DeviceActivity", "SDK/ExtensionRuntime", "Wire/ExtensionProtocol", "Wire/CJSONC"] {
      #expect(FileManager.default.fileExists(atPath: "\(prefix)/share/sallyport/sdk/Sources/\(module)"), "\(module)")
    }
  }

  @Test func `the installed host starts a family without the SDK`() throws {
    let package = SallyportProgram.scratch + "/evening-script"
    let finished = try SallyportProgram.run(
      ["new", "evening-script", "--language", "python", "--into", package],
      program: try Self.prefix.get() + "/bin/sallyport")
    #expect(finished.status == 0, "\(finished.complaints)")
    #expect(FileManager.default.isExecutableFile(atPath: package + "/extensions/family.py"))
  }

  @Test func `the installed host runs a family with a monitor`() throws {
    let place = SallyportProgram.scratch + "/installed"
    let finished = try SallyportProgram.run(
      [
        "run", "--synthetic-week", "--days", "1", "--manifests", SallyportProgram.root + "/manifests", "--family",
        "scribe", "--answers", SallyportProgram.root + "/demo/answers.json", "--state", place + "/state", "--output",
        place + "/pages",
      ], program: try Self.prefix.get() + "/bin/sallyport")
    #expect(finished.status == 0, "\(finished.complaints)")
    #expect(finished.output.contains("scribe.monitor      → intervalDidStart day"), "\(finished.output)")
  }

  @Test func `make install takes the prefix and the staging directory`() throws {
    let arguments = [
      "--dry-run", "--directory", SallyportProgram.root, "install", "PREFIX=/opt/host", "DESTDIR=/stage",
    ]
    let finished = try SallyportProgram.run(["make"] + arguments, program: "/usr/bin/env")
    #expect(finished.status == 0, "\(finished.complaints)")
    #expect(finished.output.contains("scripts/install .build/release \"/stage/opt/host\"\n"), "\(finished.output)")
  }

  @Test func `each command has a manual page with all its options`() throws {
    let root = try CommandPage.ofProgram.get().root
    func check(_ command: CommandPage.Command, in page: String) {
      for argument in command.arguments ?? [] where argument.shouldDisplay {
        for name in argument.names ?? [] where name.kind == "long" && !["help", "version"].contains(name.name) {
          let option = "\\fB\\-\\-\(name.name.replacing("-", with: "\\-"))\\fR"
          #expect(page.contains(option), "\(command.commandName) --\(name.name)")
        }
      }
      for subcommand in command.subcommands ?? [] where subcommand.commandName != "help" { check(subcommand, in: page) }
    }
    let overview = try text("share/man/man1/sallyport.1")
    for command in root.subcommands ?? [] where command.commandName != "help" {
      #expect(overview.contains("\\fBsallyport\\-\(command.commandName)\\fR(1)"))
      check(command, in: try text("share/man/man1/sallyport-\(command.commandName).1"))
    }
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/man"), "needs man"))
  func `man shows the pages without warnings`() throws {
    let manual = try Self.prefix.get() + "/share/man"
    for (page, sentence) in [("sallyport", "Screen Time extensions"), ("sallyport-run", "--synthetic-week")] {
      let command = "MANWIDTH=80 LC_ALL=C.UTF-8 man --warnings -P cat -M '\(manual)' '\(page)' | col -b"
      let shown = try SallyportProgram.run(["-c", command], program: "/bin/sh")
      #expect(shown.status == 0 && shown.complaints.isEmpty, "\(shown.complaints)")
      #expect(shown.output.contains(sentence), "\(shown.output)")
    }
  }

  @Test func `bash completes commands, options and values`() throws {
    let prefix = try Self.prefix.get()
    func completed(_ words: [String]) throws -> String {
      let script = """
        PATH="\(prefix)/bin:$PATH"; . "\(prefix)/share/bash-completion/completions/sallyport"
        COMP_WORDS=(sallyport \(words.map { "'\($0)'" }.joined(separator: " "))); COMP_CWORD=\(words.count)
        COMP_LINE="${COMP_WORDS[*]}"; COMP_POINT=${#COMP_LINE}
        _sallyport sallyport "${COMP_WORDS[-1]}" "${COMP_WORDS[-2]}"; echo "${COMPREPLY[*]}"
        """
      let finished = try SallyportProgram.run(["--norc", "-c", script], program: "/bin/bash")
      #expect(finished.complaints.isEmpty, "\(finished.complaints)")
      return finished.output
    }
    #expect(try completed(["fam"]) == "families\n")
    #expect(try completed(["run", "--synth"]) == "--synthetic-week\n")
    #expect(try completed(["run", "--mode", ""]) == "faithful exact\n")
  }

  @Test(arguments: [
    ("bash", "bash-completion/completions/sallyport"), ("zsh", "zsh/site-functions/_sallyport"),
    ("fish", "fish/vendor_completions.d/sallyport.fish"),
  ])
  func `the completions are valid for the shell and contain the commands`(shell: String, path: String) throws {
    let script = try text("share/" + path)
    #expect(!script.contains("\u{FFFD}"), "the script is not valid UTF-8")
    for command in ["families", "simulate", "synthetic-week"] { #expect(script.contains(command)) }
    let program = "/usr/bin/" + shell
    guard FileManager.default.isExecutableFile(atPath: program) else { return }
    let file = try Self.prefix.get() + "/share/" + path
    let parsed = try SallyportProgram.run(["-n", file], program: program)
    #expect(parsed.status == 0 && parsed.complaints.isEmpty, "\(parsed.complaints)")
  }
}
