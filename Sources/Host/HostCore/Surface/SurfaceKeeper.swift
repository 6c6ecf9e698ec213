// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ScreenTimeRules
import ScreenTimeStore
import Surfaces

/// The look of a shield as the person sees it.
struct ShownShield {
  var item: Item
  var family: FamilyID?
  var content: ShieldContent

  /// What `shield` shows, if this is it.
  func look(of shield: Shield) -> ShieldContent? {
    shield.item == item && shield.family == family ? content : nil
  }
}

/// What is on the person's screen: the shield's look, windows of apps, reports in them, and the day's limits on drawing.
final class SurfaceKeeper {
  /// Shields of the local day.
  private(set) var shieldCount: DailyCount
  /// What the shield on screen shows; `nil` before an answer came, and when none came in time.
  private(set) var shownShield: ShownShield?
  /// Reports in the windows of open apps.
  private(set) var reports: ReportSurfaces
  /// What an open app's window shows.
  private(set) var windows: [FamilyID: AppWindow] = [:]

  init(_ reader: StoreReader) throws {
    shieldCount = try reader.value(DailyCount.self, HostMeta.shieldCount) ?? DailyCount()
    reports = ReportSurfaces(counts: try reader.value(ReportCounts.self, HostMeta.reportCounts) ?? ReportCounts())
  }

  func reload(_ reader: StoreReader) throws {
    shieldCount = try reader.value(DailyCount.self, HostMeta.shieldCount) ?? DailyCount()
    reports.restore(try reader.value(ReportCounts.self, HostMeta.reportCounts) ?? ReportCounts())
  }

  // MARK: - Shields

  func countShield(on day: String, in transaction: StoreTransaction) throws {
    _ = shieldCount.increment(on: day)
    try transaction.setValue(shieldCount, HostMeta.shieldCount)
  }

  func show(_ shield: ShownShield?) { shownShield = shield }

  // MARK: - Windows

  func closeWindow(of family: FamilyID) { windows[family] = nil }

  /// Takes the next tree of an app's window.
  func openWindow(of family: FamilyID, showing view: WireValue) -> Int64 {
    let tree = (windows[family]?.tree ?? 0) + 1
    windows[family] = AppWindow(tree: tree, view: view)
    return tree
  }

  // MARK: - Reports

  func useArrived() { reports.useArrived() }

  func closeReports(of family: FamilyID) { reports.close(family) }

  /// Changes the reports of open apps. Calls and drawings count from here on, also for a host that is killed before the
  /// callback ends.
  func changeReports<Result, Failure: Error>(
    _ body: (inout ReportSurfaces) throws(Failure) -> Result
  ) throws(Failure) -> Result { try body(&reports) }

  func saveCounts(in transaction: StoreTransaction) throws {
    try transaction.setValue(reports.counts, HostMeta.reportCounts)
  }
}
