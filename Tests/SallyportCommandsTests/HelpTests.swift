// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Testing

@testable import SallyportCommands

/// The commands and options that the help documents; changing them can break scripts.
@Suite struct HelpTests {
  /// The options of commands that run one extension.
  private static let trial =
    "[--point <point>] [--wire <wire>] [--group <group> ...] [--manifests <manifests> ...] "
    + "[--accept-missing <accept-missing> ...] [--runtime-libraries <runtime-libraries> ...] [--patience <patience>] "
    + "[--format <format>] [--quiet]"

  private static let doctor: String = [
    "[--point <point>] [--wire <wire>] [--group <group> ...] [--manifests <manifests> ...]",
    "[--accept-missing <accept-missing> ...] [--runtime-libraries <runtime-libraries> ...]",
    "[--control-group <control-group>] [--state <state>] [--format <format>] [--quiet]",
  ].joined(separator: " ")

  private static let usages: [(String, String)] = [
    ("run", "sallyport run [<options>] [<usage>]"),
    ("families", "sallyport families [<manifests> ...] [--state <state>] [--format <format>] [--quiet]"),
    ("import", "sallyport import <subcommand>"),
    (
      "report",
      "sallyport report <family> <context> [--from <from>] [--to <to>] [--segment <segment>] [--output <output>] "
        + "[--state <state>] [--programs <programs>] [--format <format>] [--dark] [--quiet]"
    ),
    ("shield", "sallyport shield <subcommand>"),
    ("ledger", "sallyport ledger <subcommand>"),
    (
      "consent",
      "sallyport consent <family> [--profile <profile>] [--agree] [--as <as>] [--passcode-fd <number>] [--state <state>] "
        + "[--programs <programs>] [--format <format>] [--quiet]"
    ),
    ("tokens", "sallyport tokens <subcommand>"),
    (
      "revoke",
      """
      sallyport revoke <family> [--keep-shields] [--as <as>] [--passcode-fd <number>] [--state <state>] \
      [--programs <programs>]
      """
    ),
    (
      "remove",
      "sallyport remove <family> [--as <as>] [--passcode-fd <number>] [--state <state>] [--programs <programs>]"
    ),
    (
      "state", "sallyport state [<family>] [--state <state>] [--programs <programs>] [--format <format>] [--quiet]"
    ),
    ("explain", "sallyport explain <subcommand>"),
    ("reset", "sallyport reset <program> [--state <state>] [--programs <programs>]"),
    ("backup", "sallyport backup <file> [--state <state>]"),
    ("restore", "sallyport restore <file> [--state <state>]"),
    ("doctor", "sallyport doctor [<extension>] [--all] " + Self.doctor),
    (
      "simulate",
      "sallyport simulate [--seed <seed>] [--seeds <seeds>] [--days <days>] [--families <families>] "
        + "[--activities <activities>] [--faults <faults>] [--directory <directory>] [--format <format>] [--quiet]"
    ),
    (
      "new",
      "sallyport new <family> [--language <language>] [--points <points>] [--into <into>] [--sdk <sdk>] [--format <format>] "
        + "[--quiet]"
    ),
    (
      "sdk",
      "sallyport sdk [--compiled] [--flavour <flavour>] [--static] [--sdk <sdk>] [--swift <swift>] [--format <format>] [--quiet]"
    ),
    (
      "adopt",
      "sallyport adopt [<options>] <sources> ..."
    ),
    (
      "overview",
      "sallyport overview [<page>] [--html <html>] [--from <from>] [--to <to>] [--no-names] [--state <state>] "
        + "[--programs <programs>] [--format <format>] [--quiet]"
    ),
    ("console", "sallyport console [--port <port>] [--read-only] [--no-names] [--state <state>]"),
    (
      "ask",
      "sallyport ask <item> [--minutes <minutes>] [--why <why>] [--withdraw] [--state <state>] [--programs <programs>]"
    ),
    ("call", "sallyport call <extension> <callback> [--json <json>] " + Self.trial),
    ("check", "sallyport check [<options>] [<extension>]"),
    ("audit", "sallyport audit <subcommand>"),
  ]

  @Test func `lists the commands of the README and no others`() {
    let help = Sallyport.helpMessage(for: Sallyport.self, columns: 80)
    let commands = help.split(separator: "SUBCOMMANDS:").last?.split(separator: "\n").compactMap { line -> String? in
      line.hasPrefix("  ") && !line.hasPrefix("   ") && !line.hasPrefix("  See")
        ? line.split(separator: " ").first.map(String.init) : nil
    }
    #expect(
      commands == [
        "run", "families", "import", "report", "overview", "trace", "console", "requests", "answer", "pick", "items",
        "item", "changes", "open",
        "close", "window", "tap", "ask", "allow", "refuse", "shield", "notification", "widgets", "focus", "ledger",
        "consent", "tokens", "revoke", "remove", "passcode", "state", "explain", "undelivered", "resend", "dismiss",
        "reset", "backup", "restore", "doctor", "new", "sdk", "adopt", "call", "check", "audit", "simulate",
      ])
  }

  @Test(arguments: usages)
  func `the usage of each command is unchanged`(command: String, usage: String) throws {
    let finished = try SallyportProgram.run(command, "--help")
    #expect(finished.status == 0)
    #expect(finished.complaints.isEmpty)
    #expect(finished.usage == usage)
    #expect(finished.output.contains("OVERVIEW: "))
    #expect(!finished.output.contains("--launcher"))
  }

  @Test(arguments: [
    ("callback", "<family> <activity> [<event>] [--from <from>] [--to <to>]"),
    ("shield", "<item>"), ("use", "<item> [<day>] [--from <from>] [--to <to>]"),
    ("report", "<family> <context> [<item>] [--from <from>] [--to <to>] [--segment <segment>]"),
    ("activity", "<family> [<activity>]"),
  ])
  func `the usage of each explain command is unchanged`(question: String, arguments: String) throws {
    let usage =
      "sallyport explain \(question) \(arguments) [--state <state>] [--programs <programs>] [--format <format>] [--quiet]"
    let finished = try SallyportProgram.run("explain", question, "--help")
    #expect(finished.usage == usage)
  }

  @Test(arguments: [
    "--synthetic-week", "--manifests", "--family", "--seed", "--live", "--source", "--mode", "--profile", "--time-zone",
    "--zone-change", "--answers", "--press", "--output", "--record", "--accept-missing", "--state", "--programs",
    "--format", "--quiet",
  ])
  func `documents each option of run`(option: String) {
    #expect(Sallyport.helpMessage(for: RunCommand.self, columns: 200).contains("\n  \(option)"))
  }
}
