// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionTransport
import Foundation
import Surfaces
import SwiftUI

/// Times a long timeline: resolving in the extension, decoding and checking in the host. All trees differ.
@MainActor
struct TimelineBenchmark {
  private static let rounds = 40
  private static let entries = 100
  /// 2026-11-21 15:00 UTC.
  private static let start: Int64 = 1_795_273_200_000

  private let codec = JSONCodec(limits: .widget)

  func run() throws -> [String] {
    let line = try resolved()
    let names = [
      "extension: entries → trees → line", "host: line → entries → checked trees → stored bytes",
      "the line through json-c alone",
    ]
    let results = try Interleaved(
      variants: [
        .init(name: names[0]) { try Stopwatch.time { _ = try resolved() } },
        .init(name: names[1]) { try Stopwatch.time { try check(line) } },
        .init(name: names[2]) { try Stopwatch.time { _ = try codec.decode(line) } },
      ], rounds: Self.rounds, warmUp: 4
    ).run()
    print(
      """
      A timeline of \(Self.entries) entries in \(WidgetVariant.allCases.count) variants, \(line.count) bytes on the wire:

      \(Table.ofRatios(results, order: names, bases: [names[2]]).text)

      """)
    let milliseconds = names.prefix(2).map { (results[$0]?.p50 ?? .nan) / 1e6 }
    return [
      Goal(name: "a timeline of \(Self.entries) entries resolved and checked", atMost: 50, unit: " ms")
        .verdict(on: milliseconds.reduce(0, +))
    ]
  }

  private func resolved() throws -> [UInt8] {
    let entries = try (0..<Self.entries).map { number in
      let views = try WidgetVariant.allCases.map { variant in
        var environment = EnvironmentValues()
        environment.colorScheme = variant == .dark ? .dark : .light
        if variant == .private { environment.redactionReasons = .privacy }
        let encoder = ViewTreeEncoder(
          session: ResolveSession(destination: .widget), environment: environment,
          size: CGSize(width: 306, height: 126))
        return WidgetView(
          variant: variant, view: try encoder.encodeWidget(TimelineCard(number: number), margins: nil))
      }
      return WidgetEntry(date: Self.start + Int64(number) * 3_600_000, views: views)
    }
    return codec.encode(WidgetTimelineResult(entries: entries, policy: .atEnd).wire)
  }

  private func check(_ line: [UInt8]) throws {
    let result = try WidgetTimelineResult(wire: codec.decode(line), at: "", from: .extension)
    let context = ViewContext(point: .widget)
    for view in result.entries.flatMap(\.views) {
      _ = codec.encode(try ViewTree(view.view, in: context).wire)
    }
  }
}

/// An entry as published widgets draw it: a title, a number, progress and a row of marks.
private struct TimelineCard: View {
  let number: Int
  @SwiftUI.Environment(\.colorScheme) private var scheme

  var body: some View {
    VStack(alignment: .leading, spacing: 6) {
      HStack {
        Label("Maths", systemImage: "book.fill").font(.headline)
        Spacer()
        Text("\(number)").monospacedDigit().privacySensitive()
      }
      Text(Date(timeIntervalSince1970: 1_795_273_200 + Double(number) * 3_600), style: .timer).font(.title2)
      ProgressView(value: Double(number), total: 100)
      HStack {
        ForEach(0..<4) { index in
          RoundedRectangle(cornerRadius: 4).fill(index % 2 == 0 ? .blue : .indigo).frame(height: 12)
        }
      }
    }
    .foregroundStyle(scheme == .dark ? .white : .black)
  }
}
