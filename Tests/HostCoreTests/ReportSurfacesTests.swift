// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import HostCore
import ScreenTimeRules
import Testing

/// The times and the number of drawings of a report in a window.
@Suite struct ReportSurfacesTests {
  private static let family = FamilyID("worklog")
  private static let start = Timestamp(milliseconds: UsageLines.midnight)

  private static func content(_ context: String, width: Int64 = 390_000) -> ReportSurfaces.Content {
    ReportSurfaces.Content(
      context: context, filter: ReportFilter(segment: .hourly, start: 0, end: 1),
      frame: ViewFrame(width: width, height: 480_000))
  }

  private static func after(seconds: Int64) -> Timestamp { start.advanced(by: seconds * 1_000) }

  private func draw(_ surfaces: inout ReportSurfaces, at now: Timestamp, on day: String = "a") -> [String] {
    surfaces.due(at: now, on: day).map { due in
      surfaces.willDraw(due, at: now, on: day)
      return "\(due.name) \(due.content.context)"
    }
  }

  @Test func `a surface is drawn once, and again a minute later if use arrived or its filter changed (R2)`() throws {
    var surfaces = ReportSurfaces()
    #expect(try surfaces.present(Self.content("pie"), of: Self.family, on: "a") == "s1")
    #expect(draw(&surfaces, at: Self.start) == ["s1 pie"])
    #expect(draw(&surfaces, at: Self.after(seconds: 600)) == [])
    surfaces.useArrived()
    #expect(draw(&surfaces, at: Self.after(seconds: 601)) == ["s1 pie"])
    try surfaces.replace("s1", with: Self.content("total"), of: Self.family, on: "a")
    #expect(draw(&surfaces, at: Self.after(seconds: 660)) == [])
    #expect(surfaces.nextWake(after: Self.after(seconds: 660), isInUse: false, on: "a") == Self.after(seconds: 661))
    #expect(draw(&surfaces, at: Self.after(seconds: 661)) == ["s1 total"])
    try surfaces.replace("s1", with: Self.content("total"), of: Self.family, on: "a")
    #expect(draw(&surfaces, at: Self.after(seconds: 900)) == [])
    #expect(surfaces.nextWake(after: Self.after(seconds: 900), isInUse: false, on: "a") == nil)
    #expect(surfaces.nextWake(after: Self.after(seconds: 900), isInUse: true, on: "a") == Self.after(seconds: 960))
  }

  @Test func `a family gets sixty drawings a day; the last one then stays until tomorrow (R2)`() throws {
    var surfaces = ReportSurfaces()
    _ = try surfaces.present(Self.content("pie"), of: Self.family, on: "a")
    _ = try surfaces.present(Self.content("pie"), of: FamilyID("other"), on: "a")
    var drawn: [String: Int] = [:]
    for minute in 0..<80 {
      surfaces.useArrived()
      let now = Self.after(seconds: Int64(minute) * 60)
      if minute == 40 { surfaces.close(FamilyID("other")) }
      for due in surfaces.due(at: now, on: "a") {
        surfaces.willDraw(due, at: now, on: "a")
        drawn[due.family.rawValue, default: 0] += 1
      }
    }
    #expect(drawn == ["worklog": 60, "other": 40])
    #expect(surfaces.nextWake(after: Self.after(seconds: 4_800), isInUse: true, on: "a") == nil)
    #expect(draw(&surfaces, at: Self.after(seconds: 4_800), on: "b") == ["s1 pie"])
  }

  @Test func `the sixty-first call of a day is refused, drawn or not; a dismissal does not count (R1, R2)`() throws {
    for draws in [true, false] {
      var surfaces = ReportSurfaces()
      _ = try surfaces.present(Self.content("pie"), of: Self.family, on: "a")
      for call in 2...60 {
        if draws { _ = draw(&surfaces, at: Self.after(seconds: Int64(call) * 60)) }
        try surfaces.replace("s1", with: Self.content("\(call)"), of: Self.family, on: "a")
      }
      #expect(throws: ReportSurfaces.Refusal.tooManyCalls) {
        try surfaces.replace("s1", with: Self.content("pie"), of: Self.family, on: "a")
      }
      #expect(throws: ReportSurfaces.Refusal.tooManyCalls) {
        try surfaces.present(Self.content("pie"), of: Self.family, on: "a")
      }
      try surfaces.dismiss("s1", of: Self.family)
      #expect(surfaces.isEmpty)
      #expect(try surfaces.present(Self.content("pie"), of: Self.family, on: "b") == "s2")
    }
  }

  @Test(arguments: [0, 15_999, 4_096_001, 1_000_000_000] as [Int64])
  func `a frame of invisible size gets the usual answer and is not drawn (R1)`(width: Int64) throws {
    var surfaces = ReportSurfaces()
    #expect(try surfaces.present(Self.content("pie", width: width), of: Self.family, on: "a") == "s1")
    #expect(draw(&surfaces, at: Self.start) == [])
    try surfaces.replace("s1", with: Self.content("pie", width: 16_000), of: Self.family, on: "a")
    #expect(draw(&surfaces, at: Self.start) == ["s1 pie"])
  }

  @Test func `a surface that was dismissed or whose app has closed can't be named`() throws {
    var surfaces = ReportSurfaces()
    _ = try surfaces.present(Self.content("pie"), of: Self.family, on: "a")
    surfaces.close(Self.family)
    #expect(throws: ReportSurfaces.Refusal.unknownSurface("s1")) {
      try surfaces.replace("s1", with: Self.content("pie"), of: Self.family, on: "a")
    }
    #expect(try surfaces.present(Self.content("pie"), of: Self.family, on: "a") == "s1")
    try surfaces.dismiss("s1", of: Self.family)
    #expect(throws: ReportSurfaces.Refusal.unknownSurface("s1")) { try surfaces.dismiss("s1", of: Self.family) }
  }
}
