// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionTransport
import Foundation
import Sandboxing

/// Times a shield from its request to the answer of Homework's shield configuration: a sealed process that was started
/// ahead against one without a sandbox. Includes the audit that must precede the request.
struct RequestBenchmark {
  private struct Way {
    var name: String
    var launch: () throws -> LaunchedProcess
    /// Whether the process has answered hello before the shield is requested.
    var isWarm: Bool
    var isAudited: Bool
  }

  private let bench: Workbench
  private static let program = "HomeworkShield"
  private static let rounds = 200

  init(_ bench: Workbench) { self.bench = bench }

  func run() throws -> [String] {
    let bundle = try bench.install(Self.program)
    let specification = bench.specification(bundle, .sealed(.compute))
    let launcher = bench.launcher
    let free = { try launcher.launchUnconfined(executable: bundle.directory + "/" + Self.program) }
    let walled = { try launcher.launch(specification) }
    let ways = [
      Way(name: "no sandbox, prestarted", launch: free, isWarm: true, isAudited: false),
      Way(name: "no sandbox, on demand", launch: free, isWarm: false, isAudited: false),
      Way(name: "sealed, prestarted", launch: walled, isWarm: true, isAudited: true),
      Way(name: "sealed, on demand", launch: walled, isWarm: false, isAudited: true),
    ]
    let results = try Interleaved(
      variants: ways.map { way in .init(name: way.name) { try sample(way) } }, rounds: Self.rounds, warmUp: 10
    ).run()
    print(
      """
      A shield's look: request to reply of \(Self.program).

      \(Table.ofRatios(results, order: ways.map(\.name), bases: ["no sandbox, prestarted", "no sandbox, on demand"]).text)

      """)
    func ratio(to base: String) -> Double {
      (results["sealed, prestarted"]?.p50 ?? .nan) / (results[base]?.p50 ?? .nan)
    }
    return [
      Goal(name: "prestarted sealed request ÷ prestarted one without sandbox", atMost: 2, unit: "×")
        .verdict(on: ratio(to: "no sandbox, prestarted")),
      Goal(name: "prestarted sealed request ÷ one without sandbox on demand", atMost: 2, unit: "×")
        .verdict(on: ratio(to: "no sandbox, on demand")),
    ]
  }

  private func sample(_ way: Way) throws -> Double {
    let request = try Self.request()
    var process: LaunchedProcess?
    var reply = ""
    func greet() throws {
      let launched = try way.launch()
      process = launched
      launched.send(LaunchBenchmark.hello(at: .shieldConfiguration))
      reply = launched.readReply()
    }
    if way.isWarm { try greet() }
    let time = try Stopwatch.time {
      if !way.isWarm { try greet() }
      guard let process else { return }
      if way.isAudited, let difference = SealAudit.differences(of: process).first {
        throw BenchmarkError("\(way.name): \(difference)")
      }
      process.send(request)
      reply = process.readReply()
    }
    process?.close()
    // The kernel removes namespaces after the process has exited.
    usleep(2_000)
    guard reply.contains("\"configuration\"") else {
      throw BenchmarkError("\(way.name): the answer was “\(reply)”, so it can't be measured.")
    }
    return time
  }

  private static func request() throws -> [UInt8] {
    guard let token = WireToken("AQEAAQ1ubelPGDNhSMN2Uch20gV_HOn0") else {
      throw BenchmarkError("The sample's token is invalid.")
    }
    let item = ShieldConfigurationArguments.Item(kind: .application, token: token, name: "Block World")
    let parameters = PerformParams(
      callback: .shieldConfiguration(.init(item: item, category: nil, isRedraw: false)),
      delivery: DeliveryInfo(attempt: 1, now: 1_795_188_300_000, seed: 0),
      snapshot: Snapshot(
        environment: EnvironmentSnapshot(
          locale: "en_DE", timeZone: "Europe/Berlin", firstWeekday: 2, uses24Hour: true)),
      deadlineMs: 800)
    let line = Envelope.request(id: RequestID(.host, 2), method: Method.perform.rawValue, params: parameters.wire)
    return CanonicalWriter.bytes(of: line.wire) + [0x0A]
  }
}
