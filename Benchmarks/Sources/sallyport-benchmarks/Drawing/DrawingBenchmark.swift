// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionTransport
import Foundation
import Surfaces
import SwiftUI

/// Times a report of 400 rows: resolving in the extension, checking and drawing in the host.
@MainActor
struct DrawingBenchmark {
  private static let rounds = 40
  private static let frame = Extent(390_000, 640_000)
  /// 2026-11-21 15:00 UTC.
  private static let now: Int64 = 1_795_273_200_000

  private let codec = JSONCodec(limits: .report)
  private let report = LongReport()

  func run() throws -> [String] {
    let line = try resolved()
    let names = [
      "extension: view → checked tree → line", "host: line → checked tree → page", "host: … → terminal text",
      "host: … → picture, two pixels a point", "the line through json-c alone",
    ]
    let results = try Interleaved(
      variants: [
        .init(name: names[0]) { try Stopwatch.time { _ = try resolved() } },
        .init(name: names[1]) { try Stopwatch.time { _ = try surface(line).html() } },
        .init(name: names[2]) { try Stopwatch.time { _ = try surface(line).terminal(columns: 80) } },
        .init(name: names[3]) { try Stopwatch.time { _ = try surface(line).picture() } },
        .init(name: names[4]) { try Stopwatch.time { _ = try codec.decode(line) } },
      ], rounds: Self.rounds, warmUp: 4
    ).run()
    print(
      """
      A report of \(LongReport.rows) rows, \(line.count) bytes on the wire:

      \(Table.ofRatios(results, order: names, bases: [names[4]]).text)

      """)
    func milliseconds(_ name: String) -> Double { (results[name]?.p50 ?? .nan) / 1e6 }
    return [
      Goal(name: "a report of 400 rows in the extension", atMost: 50, unit: " ms").verdict(on: milliseconds(names[0])),
      Goal(name: "the same in the host, as a page", atMost: 50, unit: " ms").verdict(on: milliseconds(names[1])),
      Goal(name: "the same in the host, as terminal text", atMost: 50, unit: " ms").verdict(on: milliseconds(names[2])),
    ]
  }

  private func resolved() throws -> [UInt8] {
    let encoder = ViewTreeEncoder(
      session: ResolveSession(destination: .report), environment: EnvironmentValues(),
      size: CGSize(width: Self.frame.width / 1_000, height: Self.frame.height / 1_000))
    return codec.encode(try encoder.encode(report))
  }

  private func surface(_ line: [UInt8]) throws -> ReportSurface {
    let tree = try ViewTree(try codec.decode(line), in: ViewContext(point: .report))
    return try ReportSurface(
      tree, frame: Self.frame, chrome: SurfaceChrome(familyName: "Worklog", title: "Most used"),
      environment: DrawEnvironment(now: Self.now))
  }
}
