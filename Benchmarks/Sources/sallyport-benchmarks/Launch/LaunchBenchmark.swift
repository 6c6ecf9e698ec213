// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionTransport
import Foundation
import Sandboxing

/// Times a launch from its request to the reply to `hello`, which is what a person waits for.
struct LaunchBenchmark {
  private let bench: Workbench
  private static let rounds = 250
  private static let goal = 0.6

  init(_ bench: Workbench) { self.bench = bench }

  func run() throws -> [String] {
    let monitor = try bench.install("HomeworkMonitor")
    var confined = bench.specification(monitor, .confined)
    confined.runtimeImage = try bench.image(for: monitor).directory
    let shield = bench.specification(try bench.install("HomeworkShield"), .sealed(.compute))
    let kind = "a static Swift program"
    return try compare(
      LaunchSubject(name: "HomeworkMonitor", kind: kind, point: .monitor, specification: confined), Self.rounds)
      + compare(
        LaunchSubject(name: "HomeworkShield", kind: kind, point: .shieldConfiguration, specification: shield),
        Self.rounds)
  }

  /// Measures a subject and prints one table.
  ///
  /// - Returns: a verdict for each launch method of our launcher.
  func compare(_ subject: LaunchSubject, _ rounds: Int) throws -> [String] {
    guard FileManager.default.isExecutableFile(atPath: Bubblewrap.program) else {
      throw BenchmarkError("\(Bubblewrap.program) is missing; install the package bubblewrap to compare with it.")
    }
    let launcher = bench.coldLauncher
    // A separate launcher, because one that was started ahead for one kind of launch may not fit another.
    let ahead = try bench.warmLauncher()
    let wrapped = Bubblewrap.arguments(for: subject)
    let hello = Self.hello(at: subject.point)
    let specification = subject.specification
    let word = specification.profile == .confined ? "confined" : "sealed"
    let ways: [(String, () throws -> LaunchedProcess)] = [
      ("posix_spawn", { try subject.launchUnconfined(launcher) }),
      (word, { try launcher.launch(specification) }),
      (word + ", prestarted launcher", { try ahead.launch(specification) }),
      ("bubblewrap", { try launcher.launchUnconfined(executable: Bubblewrap.program, arguments: wrapped) }),
    ]
    let results = try Interleaved(
      variants: ways.map { way in .init(name: way.0) { try greet(way.1, with: hello, as: way.0) } },
      rounds: rounds, warmUp: 10
    ).run()
    let order = ways.map(\.0)
    print(
      """
      Launch to the reply to hello of \(subject.name), \(subject.kind).

      \(Table.ofRatios(results, order: order, bases: ["posix_spawn", "bubblewrap"]).text)

      """)
    return order.filter { $0.hasPrefix(word) }.map { way in
      Goal(name: "launch to hello of \(subject.name), \(way) ÷ bubblewrap", atMost: Self.goal, unit: "×")
        .verdict(on: (results[way]?.p50 ?? .nan) / (results["bubblewrap"]?.p50 ?? .nan))
    }
  }

  /// Times one launch; waits for the process to end, outside the sample.
  private func greet(_ launch: () throws -> LaunchedProcess, with hello: [UInt8], as way: String) throws -> Double {
    var process: LaunchedProcess?
    var reply = ""
    let time = try Stopwatch.time {
      let launched = try launch()
      process = launched
      launched.send(hello)
      reply = launched.readReply()
    }
    process?.close()
    // The kernel removes namespaces after the process has exited.
    usleep(2_000)
    guard reply.contains("\"result\"") else {
      throw BenchmarkError("Launched by \(way), the extension answered “\(reply)” to hello, so it can't be measured.")
    }
    return time
  }

  static func hello(at point: ExtensionPoint) -> [UInt8] {
    let parameters = HelloParams(
      point: point, features: Feature.offered(to: point), extension: SampleCallback.extensionID, capabilities: [],
      behaviour: .strict, limits: HelloLimits(for: point))
    let line = Envelope.request(id: RequestID(.host, 1), method: Method.hello.rawValue, params: parameters.wire)
    return CanonicalWriter.bytes(of: line.wire) + [0x0A]
  }
}

extension LaunchedProcess {
  func send(_ line: [UInt8]) { _ = write(request, line, line.count) }

  /// Reads up to a line feed or the end of file.
  func readReply() -> String {
    var line: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while line.last != 0x0A {
      let count = read(reply, &buffer, buffer.count)
      guard count > 0 else { break }
      line += buffer[..<count]
    }
    return String(decoding: line, as: UTF8.self)
  }
}
