// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A developer's waiting times, and the size of an extension on disk: a new family with nothing cached, an edit, a second
/// `adopt`, and one more extension of a family.
struct DeveloperBenchmark {
  private let bench: Workbench
  private let host: String
  private static let edits = 5

  init(_ bench: Workbench) throws {
    self.bench = bench
    host = try bench.program(".build/release/sallyport", madeBy: "host")
  }

  private var directory: String { bench.scratch + "/developer" }
  private var family: String { directory + "/rest" }

  func run() throws -> [String] {
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    let first = try Step.measured {
      try sallyport("new", "rest", "--into", family)
      try seeCallback()
    }
    // It was started in the background and would disturb what follows.
    try sallyport("sdk", "--compiled", "--flavour", "release")
    try edit(0)
    let edits = try (1...Self.edits).map { number in
      try edit(number)
      return try Step.measured(seeCallback)
    }
    let adopted = try Step.measured { try adopt("T01-PlainMonitor", as: "monitor") }
    let second = try (0..<Self.edits).map { _ in
      try Step.measured { try adopt("T01-PlainMonitor", as: "monitor") }
    }
    try install()
    let before = try bytes()
    try adopt("T03-PlainAction", as: "action")
    try install()
    let further = Double(try bytes() - before) / 1e6

    var table = Table(["for a developer", "s", "processor, s", "was, s"])
    for (name, steps, was) in [
      ("new → first callback seen, nothing cached", [first], "95 to 230"), ("edit → callback seen", edits, "–"),
      ("adopt, SDK cached", [adopted], "1.2"), ("adopt again", second, "0.65"),
    ] {
      let (wall, processor) = (Distribution(steps.map(\.wall)), Distribution(steps.map(\.processor)))
      table.add([name, wall.p50.text, processor.p50.text, was])
    }
    print("\(table.text)\n\nA further extension: \(further.text) MB in the bundle and the host's copy, was 124 MB.\n")
    return [
      Goal(name: "new → first callback seen, nothing cached", atMost: 60, unit: " s").verdict(on: first.wall),
      Goal(name: "edit → callback seen", atMost: 8, unit: " s").verdict(on: Distribution(edits.map(\.wall)).p50),
      Goal(name: "second adopt", atMost: 5, unit: " s").verdict(on: Distribution(second.map(\.wall)).p50),
      Goal(name: "disk of each further extension", atMost: 15, unit: " MB").verdict(on: further),
    ]
  }

  // MARK: - Steps

  /// Builds the family and performs a callback in the sandbox.
  private func seeCallback() throws {
    try tool(["make", "--directory", family, "build", "SALLYPORT=\(host)"])
    try sallyport(
      "call", "rest.monitor", "eventDidReachThreshold", "--manifests", family + "/manifests", "--patience", "20")
  }

  /// Changes what the monitor does, so that it is compiled and linked again.
  private func edit(_ number: Int) throws {
    let file = family + "/Sources/RestMonitor/RestMonitor.swift"
    let text = try String(contentsOfFile: file, encoding: .utf8)
    let start = "super.eventDidReachThreshold(event, activity: activity)"
    guard let line = text.split(separator: "\n").first(where: { $0.contains(start) }) else {
      throw BenchmarkError("The monitor that `new` writes has no line “\(start)”.")
    }
    let changed = "    \(start); UserDefaults.standard.set(\(number), forKey: \"edit\")"
    try text.replacing(line, with: changed).write(toFile: file, atomically: true, encoding: .utf8)
  }

  private func adopt(_ template: String, as name: String) throws {
    try sallyport(
      "adopt", "\(bench.root)/Tests/ExtensionAdoptionTests/Templates/\(template)", "--family", "taken", "--name", name,
      "--into", directory + "/adopted", "--manifests", directory + "/manifests")
  }

  /// A run installs the host's copy of each program.
  private func install() throws {
    try sallyport(
      "run", "--synthetic-week", "--days", "1", "--manifests", directory + "/manifests", "--state",
      directory + "/state", "--programs", directory + "/programs", "--approve-all", "--quiet")
  }

  private func bytes() throws -> Int {
    let output = try Tool.run(["du", "-sbc", directory + "/adopted", directory + "/programs"])
    guard let bytes = output.split(separator: "\n").last.flatMap({ Int($0.prefix { $0.isNumber }) }) else {
      throw BenchmarkError("du printed \(output).")
    }
    return bytes
  }

  private func sallyport(_ arguments: String...) throws { try tool([host] + arguments) }

  /// Runs a command with an empty cache of its own, and throws its output away unless it fails.
  private func tool(_ command: [String]) throws {
    let log = directory + "/log"
    let line =
      "XDG_CACHE_HOME=\"$1/cache\" SALLYPORT_SDK=\"$2\"; export XDG_CACHE_HOME SALLYPORT_SDK; shift 2; exec \"$@\" >\"$0\" 2>&1"
    do {
      _ = try Tool.run(["sh", "-c", line, log, directory, bench.root] + command)
    } catch {
      let text = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
      throw BenchmarkError("\(error) It printed: \(text.suffix(500))")
    }
  }
}

extension DeveloperBenchmark {
  /// The time of a step, and the processor time of all its processes, which other load on the machine affects less.
  struct Step {
    var wall: Double
    var processor: Double

    static func measured(_ body: () throws -> Void) throws -> Step {
      let before = processor()
      let wall = try Stopwatch.time(body) / 1e9
      return Step(wall: wall, processor: processor() - before)
    }

    private static func processor() -> Double {
      var usage = rusage()
      getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
      return Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
        + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6
    }
  }
}
