// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
package import ScreenTimeRules

/// The reports in the windows of open apps, and when each is drawn (R2).
///
/// The answers to an app, names and refusals, depend on its own calls only (R1); they never depend on a drawing.
package struct ReportSurfaces {
  /// An app's request, stored as it was sent, so that its tokens are resolved at the time of drawing.
  package struct Content: Hashable {
    package var context: String
    package var filter: ReportFilter
    package var frame: ViewFrame

    package init(context: String, filter: ReportFilter, frame: ViewFrame) {
      self.context = context
      self.filter = filter
      self.frame = frame
    }
  }

  package enum Refusal: Error, Hashable {
    case tooManyCalls
    case unknownSurface(String)
  }

  /// A surface to be drawn now.
  package struct PendingDrawing: Hashable {
    package var family: FamilyID
    package var name: String
    package var content: Content
  }

  private struct Surface {
    var name: String
    var content: Content
    var drawnAt: Timestamp?
    /// Whether the last drawing is outdated, by new use or another filter.
    var isStale = true
  }

  private struct Window {
    /// The number of surfaces that this process was given so far.
    var named = 0
    var surfaces: [Surface] = []
  }

  package static let callsPerDay = 60
  package static let renderingsPerDay = 60
  /// Frames outside this range are not drawn: smaller ones show nothing, larger ones don't fit a window (PRIV-SF1).
  private static let drawable: ClosedRange<Int64> = 16_000...4_096_000
  package static let pause: Int64 = 60_000

  /// The day's counts by family, which are stored.
  package private(set) var counts: ReportCounts
  private var windows: [FamilyID: Window] = [:]

  package init(counts: ReportCounts = ReportCounts()) { self.counts = counts }

  /// Restores the stored counts; open surfaces stay.
  package mutating func restore(_ counts: ReportCounts) { self.counts = counts }

  /// Opens a surface.
  ///
  /// - Returns: its name: `s1`, `s2`, …, unique within the app's process.
  package mutating func present(_ content: Content, of family: FamilyID, on day: String) throws(Refusal) -> String {
    try countCall(of: family, on: day)
    var window = windows[family] ?? Window()
    window.named += 1
    let name = "s\(window.named)"
    window.surfaces.append(Surface(name: name, content: content))
    windows[family] = window
    return name
  }

  /// Replaces the content of a surface.
  package mutating func replace(
    _ name: String, with content: Content, of family: FamilyID, on day: String
  ) throws(Refusal) {
    let index = try index(of: name, family)
    try countCall(of: family, on: day)
    guard windows[family]?.surfaces[index].content != content else { return }
    windows[family]?.surfaces[index].content = content
    windows[family]?.surfaces[index].isStale = true
  }

  /// Removes a surface. This does not count as a call, so it is never refused for the limit.
  package mutating func dismiss(_ name: String, of family: FamilyID) throws(Refusal) {
    let index = try index(of: name, family)
    windows[family]?.surfaces.remove(at: index)
  }

  /// Closes the window of an app whose process has exited.
  package mutating func close(_ family: FamilyID) { windows[family] = nil }

  /// Marks every open surface as stale after use was counted.
  package mutating func useArrived() {
    for family in windows.keys {
      for index in windows[family]?.surfaces.indices ?? 0..<0 { windows[family]?.surfaces[index].isStale = true }
    }
  }

  package func hasSurfaces(of family: FamilyID) -> Bool { windows[family]?.surfaces.isEmpty == false }
  package var isEmpty: Bool { windows.values.allSatisfy(\.surfaces.isEmpty) }

  /// The surfaces to draw at `now`, by family and age: those that are stale and were not drawn within the last minute.
  /// When a family's daily limit is reached, the last drawing stays.
  package func due(at now: Timestamp, on day: String) -> [PendingDrawing] {
    windows.keys.sorted().flatMap { family -> [PendingDrawing] in
      let left = Self.renderingsPerDay - counts.renderings(of: family, on: day)
      let ready = (windows[family]?.surfaces ?? []).filter { surface in
        Self.isDrawable(surface)
          && surface.isStale && surface.drawnAt.map { $0.advanced(by: Self.pause) <= now } ?? true
      }
      return ready.prefix(max(0, left)).map { PendingDrawing(family: family, name: $0.name, content: $0.content) }
    }
  }

  /// Counts a drawing before it is made, so that a kill in between can only overcount.
  package mutating func willDraw(_ due: PendingDrawing, at now: Timestamp, on day: String) {
    counts.addRendering(of: due.family, on: day)
    guard let index = try? index(of: due.name, due.family) else { return }
    windows[due.family]?.surfaces[index].drawnAt = now
    windows[due.family]?.surfaces[index].isStale = false
  }

  /// The next instant at which a surface may have to be drawn.
  ///
  /// - Parameter isInUse: whether the device is in use from `now` on, which makes all surfaces stale.
  package func nextWake(after now: Timestamp, isInUse: Bool, on day: String) -> Timestamp? {
    windows.filter { counts.renderings(of: $0.key, on: day) < Self.renderingsPerDay }.values.flatMap(\.surfaces)
      .filter { Self.isDrawable($0) && (isInUse || $0.isStale) }
      .map { surface in
        let free = surface.drawnAt?.advanced(by: Self.pause) ?? now
        return free <= now ? now.advanced(by: Self.pause) : free
      }.min()
  }

  private static func isDrawable(_ surface: Surface) -> Bool {
    drawable.contains(surface.content.frame.width) && drawable.contains(surface.content.frame.height)
  }

  private func index(of name: String, _ family: FamilyID) throws(Refusal) -> Int {
    guard let index = windows[family]?.surfaces.firstIndex(where: { $0.name == name }) else {
      throw .unknownSurface(name)
    }
    return index
  }

  private mutating func countCall(of family: FamilyID, on day: String) throws(Refusal) {
    guard counts.calls(of: family, on: day) < Self.callsPerDay else { throw .tooManyCalls }
    counts.addCall(of: family, on: day)
  }
}

/// The day's calls for reports and drawings of reports per family (PRIV-SF6). They are counted separately, so that
/// refusals of calls reveal nothing about drawings.
package struct ReportCounts: Codable, Hashable {
  private struct OfFamily: Codable, Hashable {
    var calls = DailyCount()
    var renderings = DailyCount()
  }

  private var families: [String: OfFamily] = [:]

  package init() {}

  package func calls(of family: FamilyID, on day: String) -> Int {
    families[family.rawValue]?.calls.count(on: day) ?? 0
  }

  package func renderings(of family: FamilyID, on day: String) -> Int {
    families[family.rawValue]?.renderings.count(on: day) ?? 0
  }

  package mutating func addCall(of family: FamilyID, on day: String) {
    _ = families[family.rawValue, default: OfFamily()].calls.increment(on: day)
  }

  package mutating func addRendering(of family: FamilyID, on day: String) {
    _ = families[family.rawValue, default: OfFamily()].renderings.increment(on: day)
  }
}
