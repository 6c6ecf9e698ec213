// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import ScreenTimeVocabulary

/// Local times and hours around clock changes, compared with the local time of every minute.
@Suite struct LocalTimelineTests {
  /// A zone and a day in it, in days since 1970.
  struct Scene: Sendable, CustomTestStringConvertible {
    var zone: String
    var day: Int64
    var testDescription: String { "\(zone), day \(day)" }
  }

  /// Changes of one, two and half hours forward and back, at full hours, at midnight and a minute after it, before 1970
  /// too; days that a zone skipped; and zones with odd offsets whose clocks don't change.
  static let scenes: [Scene] = [
    Scene(zone: "Europe/Berlin", day: 20_541), Scene(zone: "Europe/Berlin", day: 20_751),
    Scene(zone: "Europe/Berlin", day: -8_269), Scene(zone: "America/New_York", day: -1_348),
    Scene(zone: "America/New_York", day: -1_159), Scene(zone: "Australia/Lord_Howe", day: 20_547),
    Scene(zone: "Australia/Lord_Howe", day: 20_729), Scene(zone: "America/St_Johns", day: 13_240),
    Scene(zone: "America/St_Johns", day: 13_449), Scene(zone: "Antarctica/Troll", day: 20_541),
    Scene(zone: "Antarctica/Troll", day: 20_751), Scene(zone: "Africa/Cairo", day: 20_566),
    Scene(zone: "America/Havana", day: 20_758), Scene(zone: "Pacific/Apia", day: 15_338),
    Scene(zone: "Pacific/Kwajalein", day: 8_632), Scene(zone: "Asia/Kathmandu", day: 20_000),
    Scene(zone: "Asia/Kathmandu", day: -5_000), Scene(zone: "UTC", day: 0),
  ]

  private static let minute: Int64 = 60_000
  private static let hour: Int64 = 3_600_000

  /// The minutes from three days before the scene to three days after it, with the local time that each shows.
  private static func minutes(_ scene: Scene) throws -> [(instant: Timestamp, local: Int64)] {
    let zone = try #require(TimeZone(identifier: scene.zone))
    return (-4_320..<4_320).map { offset in
      let instant = Timestamp(milliseconds: scene.day * 24 * hour + Int64(offset) * minute)
      return (instant, instant.milliseconds + Int64(zone.secondsFromGMT(for: instant.date)) * 1_000)
    }
  }

  /// The number of the local hour; a division that rounds down before 1970 too.
  private static func number(_ local: Int64) -> Int64 { Int64((Double(local) / Double(hour)).rounded(.down)) }

  @Test(arguments: scenes)
  func `an hour begins when the clock shows a full hour, or another one than before (LIVE-CLK2)`(
    _ scene: Scene
  ) throws {
    let zone = try #require(TimeZone(identifier: scene.zone))
    let (timeline, minutes) = (LocalTimeline(zone), try Self.minutes(scene))
    let starts = minutes.indices.dropFirst().filter { index in
      minutes[index].local % Self.hour == 0
        || Self.number(minutes[index].local) != Self.number(minutes[index - 1].local)
    }
    for (start, end) in zip(starts, starts.dropFirst()) {
      let span = TimeSpan(start: minutes[start].instant, end: minutes[end].instant)
      for index in start..<end where timeline.hour(around: minutes[index].instant) != span {
        Issue.record("\(minutes[index].instant.date) is not in \(span)")
        return
      }
      for instant in [span.start, span.start.advanced(by: 1), span.end.advanced(by: -1)] {
        #expect(timeline.hour(around: instant) == span && timeline.hourStart(of: instant) == span.start)
      }
    }
  }

  @Test(arguments: scenes) func `a local time has the instants that show it, or the next that shows its minutes (D3)`(
    _ scene: Scene
  ) throws {
    let zone = try #require(TimeZone(identifier: scene.zone))
    let (timeline, minutes) = (LocalTimeline(zone), try Self.minutes(scene))
    let shown = Dictionary(grouping: minutes, by: \.local)
    let skipsDay = ["Pacific/Apia", "Pacific/Kwajalein"].contains(scene.zone)
    let middle = minutes[minutes.count / 2].local
    for offset in stride(from: -2_400, to: 2_400, by: 7) as StrideTo<Int64> {
      let local = middle + offset * Self.minute
      var expected = shown[local]?.map(\.instant).sorted() ?? []
      if expected.isEmpty, !skipsDay {
        let later = (1...4).lazy.compactMap { shown[local + Int64($0) * Self.hour] }.first
        expected = [try #require(later).map(\.instant).sorted()[0]]
      }
      let found = timeline.instants(of: Timestamp(milliseconds: local))
      #expect(found == expected, "\(local)")
      for instant in found where shown[local] != nil { #expect(timeline.local(instant).milliseconds == local) }
    }
  }

  @Test(arguments: scenes) func `a clock change is seen from as far as asked`(_ scene: Scene) throws {
    let zone = try #require(TimeZone(identifier: scene.zone))
    let (timeline, minutes) = (LocalTimeline(zone), try Self.minutes(scene))
    let changes = minutes.indices.dropFirst().filter { index in
      minutes[index].local - minutes[index - 1].local != Self.minute
    }
    #expect(changes.count == (["Asia/Kathmandu", "UTC"].contains(scene.zone) ? 0 : 1))
    guard let change = changes.first.map({ minutes[$0].instant }) else {
      #expect(!timeline.changes(within: 48 * Self.hour, of: minutes[4_320].instant))
      return
    }
    for reach in [1, Self.minute, 26 * Self.hour] as [Int64] {
      for (distance, isSeen) in [(-reach - 1, false), (-reach, true), (0, true), (reach - 1, true), (reach, false)]
        as [(Int64, Bool)]
      {
        #expect(timeline.changes(within: reach, of: change.advanced(by: distance)) == isSeen, "\(reach) \(distance)")
      }
    }
  }
}
