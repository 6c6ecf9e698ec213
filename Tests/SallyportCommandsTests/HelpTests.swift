// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Testing

@testable import SallyportCommands

/// The help is the front door: what it offers is a promise.
@Suite struct HelpTests {
  @Test func `offers the fifteen commands and nothing else`() {
    let help = Sallyport.helpMessage(for: Sallyport.self, columns: 80)
    let commands = help.split(separator: "SUBCOMMANDS:").last?.split(separator: "\n").compactMap { line -> String? in
      line.hasPrefix("  ") && !line.hasPrefix("   ") && !line.hasPrefix("  See")
        ? line.split(separator: " ").first.map(String.init) : nil
    }
    #expect(
      commands == [
        "run", "families", "import", "report", "shield", "gallery", "ledger", "state", "explain", "reset", "backup",
        "restore",
        "doctor", "check", "simulate",
      ])
  }

  @Test(arguments: [
    ("run", "sallyport run [<options>] [<usage>]"),
    ("families", "sallyport families [<manifests> ...] [--format <format>] [--quiet]"),
    ("import", "sallyport import <subcommand>"),
    (
      "report",
      "sallyport report <family> <context> [--from <from>] [--to <to>] [--segment <segment>] [--output <output>] "
        + "[--state <state>] [--programs <programs>] [--format <format>] [--dark] [--quiet]"
    ),
    ("gallery", "sallyport gallery [--output <output>] [--format <format>] [--quiet]"),
    ("shield", "sallyport shield <subcommand>"),
    (
      "ledger",
      "sallyport ledger [--family <family>] [--since <since>] [--verify] [--state <state>] [--programs <programs>] "
        + "[--format <format>] [--quiet]"
    ),
    (
      "state", "sallyport state [<family>] [--state <state>] [--programs <programs>] [--format <format>] [--quiet]"
    ),
    ("explain", "sallyport explain <subcommand>"),
    ("reset", "sallyport reset <program> [--state <state>] [--programs <programs>]"),
    ("backup", "sallyport backup <file> [--state <state>]"),
    ("restore", "sallyport restore <file> [--state <state>]"),
    ("doctor", "sallyport doctor [--format <format>] [--quiet]"),
    (
      "simulate",
      "sallyport simulate [--seed <seed>] [--seeds <seeds>] [--days <days>] [--families <families>] "
        + "[--activities <activities>] [--faults <faults>] [--directory <directory>] [--format <format>] [--quiet]"
    ),
    ("check", "sallyport check [--sandbox] [--attack <attack> ...] [--format <format>] [--quiet]"),
  ])
  func `keeps the usage of each command`(command: String, usage: String) throws {
    let finished = try SallyportProgram.run(command, "--help")
    #expect(finished.status == 0)
    #expect(finished.complaints.isEmpty)
    #expect(finished.output.split(separator: "\n").contains { $0 == "USAGE: \(usage)" }, "\(finished.output)")
    #expect(finished.output.contains("OVERVIEW: "))
    #expect(!finished.output.contains("--launcher"))
  }

  @Test(arguments: [
    ("callback", "<family> <activity> [<event>] [--from <from>] [--to <to>]"),
    ("shield", "<item>"), ("use", "<item> [<day>] [--from <from>] [--to <to>]"),
    ("report", "<family> <context> [<item>] [--from <from>] [--to <to>] [--segment <segment>]"),
    ("activity", "<family> [<activity>]"),
  ])
  func `keeps the usage of each question that explain answers`(question: String, arguments: String) throws {
    let usage =
      "sallyport explain \(question) \(arguments) [--state <state>] [--programs <programs>] [--format <format>] [--quiet]"
    let finished = try SallyportProgram.run("explain", question, "--help")
    #expect(finished.output.split(separator: "\n").contains { $0 == "USAGE: \(usage)" }, "\(finished.output)")
  }

  @Test(arguments: [
    "--synthetic-week", "--manifests", "--family", "--seed", "--clock", "--mode", "--profile", "--time-zone",
    "--answers",
    "--press", "--output", "--record", "--accept-missing", "--state", "--programs", "--format", "--quiet",
  ])
  func `documents each option of run`(option: String) {
    #expect(Sallyport.helpMessage(for: RunCommand.self, columns: 200).contains("\n  \(option)"))
  }

  @Test func `tells its version`() throws {
    let finished = try SallyportProgram.run("--version")
    #expect(finished.status == 0 && finished.output == "0.1.0\n" && finished.complaints.isEmpty)
  }
}
