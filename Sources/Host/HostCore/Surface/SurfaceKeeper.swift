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

  /// The look, if `shield` is this one.
  func look(of shield: Shield) -> ShieldContent? {
    shield.item == item && shield.family == family ? content : nil
  }
}

/// The surfaces on screen: the shield's look, app windows and their reports, and the daily limits on drawing.
final class SurfaceKeeper {
  /// The number of shields in the local day.
  private(set) var shieldCount: DailyCount
  /// The look of the shield on screen; `nil` until an answer arrives, and if none arrives in time.
  private(set) var shownShield: ShownShield?
  /// Reports in the windows of open apps.
  private(set) var reports: ReportSurfaces
  /// The content of each open app's window.
  private(set) var windows: [FamilyID: AppWindow] = [:]
  /// The last views of the reports in those windows, by the names of their surfaces. For the person's pages only: no
  /// family is sent anything of them (PRIV-SF3).
  private(set) var drawnReports: [FamilyID: [String: WireValue]] = [:]

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

  /// Sets the next tree of an app's window.
  func openWindow(of family: FamilyID, showing view: WireValue) -> Int64 {
    let tree = (windows[family]?.tree ?? 0) + 1
    windows[family] = AppWindow(tree: tree, view: view)
    return tree
  }

  // MARK: - Reports

  func useArrived() { reports.useArrived() }

  func closeReports(of family: FamilyID) {
    reports.close(family)
    drawnReports[family] = nil
  }

  /// Keeps the view of a report in an open window; `nil` for the placeholder.
  func keep(_ view: WireValue?, on surface: String, of family: FamilyID) {
    guard reports.hasSurfaces(of: family) else { return }
    drawnReports[family, default: [:]][surface] = view
  }

  /// Changes the reports of open apps. Calls and drawings count from here on, even if the host is killed before the
  /// callback ends.
  func changeReports<Result, Failure: Error>(
    _ body: (inout ReportSurfaces) throws(Failure) -> Result
  ) throws(Failure) -> Result { try body(&reports) }

  func saveCounts(in transaction: StoreTransaction) throws {
    try transaction.setValue(reports.counts, HostMeta.reportCounts)
  }
}
