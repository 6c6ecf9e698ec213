// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import DeviceActivity
import ExtensionProtocol
import Foundation
import SwiftUI
import Testing

/// A custom shape, as developers write it for a pie chart.
private struct Sector: Shape {
  let start: Angle
  let end: Angle

  func path(in rect: CGRect) -> Path {
    var path = Path()
    path.move(to: CGPoint(x: rect.midX, y: rect.midY))
    path.addArc(
      center: CGPoint(x: rect.midX, y: rect.midY), radius: rect.width / 2, startAngle: start, endAngle: end,
      clockwise: false)
    path.closeSubpath()
    return path
  }
}

@MainActor @Suite struct ReportViewTests {
  private func tree(
    _ view: some View, surface: (@MainActor (ReportPlacement) -> String?)? = nil
  ) throws -> WireValue {
    let session = ResolveSession(destination: surface == nil ? .report : .window)
    session.reportSurface = surface
    return try ViewTreeEncoder(
      session: session, environment: EnvironmentValues(), size: CGSize(width: 100, height: 200)
    ).encode(view)
  }

  @Test func `custom shapes in a pie chart become paths`() throws {
    let pie = ZStack {
      Sector(start: .degrees(-90), end: .degrees(0)).fill(.blue)
      Sector(start: .degrees(0), end: .degrees(270)).fill(.green)
    }.frame(width: 100, height: 100)
    #expect(
      try tree(pie) == [
        "kind": "zstack",
        "children": [
          [
            "kind": "shape", "shape": "path", "fill": "blue",
            "commands": [
              ["M", 50_000, 50_000], ["L", 50_000, 0], ["C", 77_614, 0, 100_000, 22_386, 100_000, 50_000], ["Z"],
            ],
          ],
          [
            "kind": "shape", "shape": "path", "fill": "green",
            "commands": [
              ["M", 50_000, 50_000], ["L", 100_000, 50_000], ["C", 100_000, 77_614, 77_614, 100_000, 50_000, 100_000],
              ["C", 22_386, 100_000, 0, 77_614, 0, 50_000], ["C", 0, 22_386, 22_386, 0, 50_000, 0], ["Z"],
            ],
          ],
        ],
        "modifiers": [["apply": "frame", "width": 100_000, "height": 100_000]],
      ])
  }

  @Test func `a report in a window becomes a reference to a surface with its frame`() throws {
    var asked: [ReportPlacement] = []
    let view = DeviceActivityReport(DeviceActivityReport.Context("pie")).frame(height: 150)
    let node = try tree(view) { placement in
      asked.append(placement)
      return "s1"
    }
    #expect(
      node == [
        "kind": "report", "surface": "s1", "frame": ["width": 100_000, "height": 150_000],
        "modifiers": [["apply": "frame", "height": 150_000]],
      ])
    #expect(asked.map(\.context) == ["pie"])
  }

  @Test func `a report inside a report becomes an unsupported box`() throws {
    let view = DeviceActivityReport(context: DeviceActivityReport.Context("pie"))
    #expect(try tree(view) == ["kind": "unsupported", "type": "DeviceActivityReport"])
  }
}
