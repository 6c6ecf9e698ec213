// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A live host with 50 families and nothing to do: how often it wakes, and how much memory it has.
struct IdleBenchmark {
  private let bench: Workbench
  private static let families = 50
  /// The seconds of use after which the host rests, and without use after which it knows that there is none.
  private static let warmUp = 60
  private static let patience = 240
  private static let silence: UInt32 = 45

  init(_ bench: Workbench) { self.bench = bench }

  func run() throws -> [String] {
    let program = try bench.program(".build/release/sallyport", madeBy: "host")
    let scratch = try Scratch("idle")
    // The thresholds of “rare” are four minutes apart, so none is reached here.
    let names = (0..<Self.families).map { "rare\($0 < 10 ? "0" : "")\($0)" }
    _ = try SampleFamilies(names, events: 1, bench, in: scratch.path)
    let answers = names.map { "\"\($0)\": { \"authorize\": \"approved\" }" }.joined(separator: ", ")
    try "{ \(answers) }".write(toFile: scratch.path + "/answers.json", atomically: true, encoding: .utf8)
    let source = try OpenRecords(scratch.path + "/use")
    let host = RestingProcess(
      pid: try HostRun.spawn(
        [
          program, "run", "--live", "--source", "fifo:\(source.path)", "--manifests", scratch.path + "/manifests",
          "--answers", scratch.path + "/answers.json", "--state", scratch.path + "/state", "--time-zone", Self.zone,
          "--person", "adult", "--quiet", "--format", "json",
        ], log: scratch.path + "/log", output: scratch.path + "/summary"))
    var isEnded = false
    defer { if !isEnded { kill(host.pid, SIGKILL) } }

    // Every program that was called has a thread. Before, the host installs the programs.
    var waited = 0
    while host.threads < 2 * Self.families, waited < Self.patience {
      source.goOn(for: 5)
      waited += 5
    }
    source.goOn(for: Self.warmUp)
    source.goOn()
    // The source repeats its records while the switches are counted.
    let writer = Thread { source.goOn(for: 10) }
    writer.start()
    let inUse = host.switches(in: 10)
    sleep(Self.silence)
    let asleep = host.switches(in: 10)
    let parts = try ["VmRSS", "RssAnon", "RssFile"].map { try host.memory($0) } + [host.proportionalMemory]
    let threads = host.threads
    try end(host, log: scratch.path + "/log")
    isEnded = true
    let started = try RunOutcome(printedIn: scratch.path + "/summary").launched.values.reduce(0, +)
    guard started >= 2 * Self.families else {
      throw BenchmarkError("Only \(started) processes were started, so not every family had been called.")
    }

    var table = Table(["switches in use", "without use", "threads", "resident MB", "own", "of files", "proportional"])
    table.add(["\(inUse)", "\(asleep)", "\(threads)"] + parts.map(\.text))
    print("A live host with \(Self.families) families at rest; context switches in 10 s.\n\n\(table.text)\n")
    return [
      Goal(name: "switches in 10 s while a source repeats its record", atMost: 10, unit: "").verdict(
        on: Double(inUse)),
      Goal(name: "switches in 10 s without use", atMost: 0, unit: "").verdict(on: Double(asleep)),
      Goal(name: "a live host with 50 families, resident", atMost: 40, unit: " MB").verdict(on: parts[0]),
    ]
  }

  private func end(_ host: RestingProcess, log: String) throws {
    kill(host.pid, SIGTERM)
    var status: Int32 = 0
    guard waitpid(host.pid, &status, 0) == host.pid, status == 0 else {
      let words = (try? String(contentsOfFile: log, encoding: .utf8))?.split(separator: "\n").last ?? "nothing"
      throw BenchmarkError("The host ended with status \(status); the last line of its log is: \(words)")
    }
  }

  /// A zone in which it is between 17:00 and 18:00, so that the families' activities have begun.
  private static var zone: String {
    let hour = Int(Date.now.timeIntervalSince1970) / 3_600 % 24
    let offset = hour <= 5 ? 17 - hour - 24 : 17 - hour
    return offset == 0 ? "Etc/GMT" : "Etc/GMT\(offset > 0 ? "-" : "+")\(abs(offset))"
  }
}
