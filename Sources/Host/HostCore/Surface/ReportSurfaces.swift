// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
package import ScreenTimeRules

/// The reports that stand in the windows of open apps, and when each is drawn (R2).
///
/// What an app learns of them, names and refusals, follows from its own calls alone (R1): nothing that a drawing brings
/// about goes into an answer.
package struct ReportSurfaces {
  /// What an app asked for: kept as it was sent, so that tokens mean what they mean at the time of drawing.
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

  /// A surface that is to be drawn now.
  package struct PendingDrawing: Hashable {
    package var family: FamilyID
    package var name: String
    package var content: Content
  }

  private struct Surface {
    var name: String
    var content: Content
    var drawnAt: Timestamp?
    /// There is something that the last drawing doesn't show: use, or another filter.
    var isStale = true
  }

  private struct Window {
    /// Surfaces that were ever named in this process.
    var named = 0
    var surfaces: [Surface] = []
  }

  package static let callsPerDay = 60
  package static let renderingsPerDay = 60
  /// Smaller is nothing to see, larger is no window (PRIV-SF1): neither is drawn.
  private static let drawable: ClosedRange<Int64> = 16_000...4_096_000
  package static let pause: Int64 = 60_000

  /// What outlives the host: the numbers of the day, by family.
  package private(set) var counts: ReportCounts
  private var windows: [FamilyID: Window] = [:]

  package init(counts: ReportCounts = ReportCounts()) { self.counts = counts }

  /// Takes back the numbers as they were stored; what is open stays.
  package mutating func restore(_ counts: ReportCounts) { self.counts = counts }

  /// Opens a surface.
  ///
  /// - Returns: its name: `s1`, `s2`, … in the life of the app's process.
  package mutating func present(_ content: Content, of family: FamilyID, on day: String) throws(Refusal) -> String {
    try countCall(of: family, on: day)
    var window = windows[family] ?? Window()
    window.named += 1
    let name = "s\(window.named)"
    window.surfaces.append(Surface(name: name, content: content))
    windows[family] = window
    return name
  }

  /// Gives a surface something else to show.
  package mutating func replace(
    _ name: String, with content: Content, of family: FamilyID, on day: String
  ) throws(Refusal) {
    let index = try index(of: name, family)
    try countCall(of: family, on: day)
    guard windows[family]?.surfaces[index].content != content else { return }
    windows[family]?.surfaces[index].content = content
    windows[family]?.surfaces[index].isStale = true
  }

  /// Takes a surface away. It is no drawing to be, so it is never one too many.
  package mutating func dismiss(_ name: String, of family: FamilyID) throws(Refusal) {
    let index = try index(of: name, family)
    windows[family]?.surfaces.remove(at: index)
  }

  /// The app's process is gone, and its window with it.
  package mutating func close(_ family: FamilyID) { windows[family] = nil }

  /// Use was counted: every open surface shows less than there is.
  package mutating func useArrived() {
    for family in windows.keys {
      for index in windows[family]?.surfaces.indices ?? 0..<0 { windows[family]?.surfaces[index].isStale = true }
    }
  }

  package func hasSurfaces(of family: FamilyID) -> Bool { windows[family]?.surfaces.isEmpty == false }
  package var isEmpty: Bool { windows.values.allSatisfy(\.surfaces.isEmpty) }

  /// What is to be drawn at `now`, by family and age: whatever is stale and was not drawn within a minute, unless the
  /// family's day is used up: then the last drawing stays.
  package func due(at now: Timestamp, on day: String) -> [PendingDrawing] {
    windows.keys.sorted().flatMap { family -> [PendingDrawing] in
      let left = Self.renderingsPerDay - counts.renderings(of: family, on: day)
      let ready = (windows[family]?.surfaces ?? []).filter { surface in
        Self.drawable.contains(surface.content.frame.width) && Self.drawable.contains(surface.content.frame.height)
          && surface.isStale && surface.drawnAt.map { $0.advanced(by: Self.pause) <= now } ?? true
      }
      return ready.prefix(max(0, left)).map { PendingDrawing(family: family, name: $0.name, content: $0.content) }
    }
  }

  /// Counts a drawing, before it is made: a host that is killed meanwhile has counted one too many, never one too few.
  package mutating func willDraw(_ due: PendingDrawing, at now: Timestamp, on day: String) {
    counts.addRendering(of: due.family, on: day)
    guard let index = try? index(of: due.name, due.family) else { return }
    windows[due.family]?.surfaces[index].drawnAt = now
    windows[due.family]?.surfaces[index].isStale = false
  }

  /// When to look again.
  ///
  /// - Parameter isInUse: the device is in use from `now` on, so that what isn't stale yet becomes so.
  package func nextWake(after now: Timestamp, isInUse: Bool, on day: String) -> Timestamp? {
    windows.filter { counts.renderings(of: $0.key, on: day) < Self.renderingsPerDay }.values.flatMap(\.surfaces)
      .filter { isInUse || $0.isStale }
      .map { surface in
        let free = surface.drawnAt?.advanced(by: Self.pause) ?? now
        return free <= now ? now.advanced(by: Self.pause) : free
      }.min()
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

/// How often a family asked for reports today, and how often one was drawn (PRIV-SF6): two numbers, so that the app
/// never learns the second from the first.
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
