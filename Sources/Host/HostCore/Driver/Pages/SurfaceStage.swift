// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import ScreenTimeRules
package import Surfaces

/// Draws what the device presents: pages of shields that go up and come down, of app windows, of reports.
final class SurfaceStage {
  let pages: PageWriter?
  private let environment: EnvironmentSnapshot
  private let assets: (FamilyID?) -> AssetCatalog
  /// The last shield and report drawn at a person's request.
  private(set) var askedShield: DrawnShield?
  private(set) var askedReport: RenderedReport?
  private var reportNames = ReportPageNames()
  private var shieldNames = ShieldPageNames()
  /// The placed widgets as they were presented last.
  private var home: [String: PresentedWidget] = [:]

  init(_ configuration: HostConfiguration, assets: @escaping (FamilyID?) -> AssetCatalog) {
    environment = configuration.environment
    self.assets = assets
    pages = configuration.outputDirectory.map {
      PageWriter(directory: $0, isDeferred: configuration.clock == .virtual)
    }
  }

  func present(_ surface: Surface) throws {
    switch surface {
    case .app: break
    case .window(let window):
      let environment = environment
      try pages?.put("app-\(window.family.rawValue).html") { try WindowSurface(window, environment).html() }
    case .shield(let shield): try present(shield)
    case .report(let report): try present(report)
    case .notifications(let list): try present(list)
    case .widget(let widget):
      home[widget.id] = widget
      try presentHome()
    }
  }

  /// Writes the home page, where all placed widgets are.
  private func presentHome() throws {
    let (widgets, environment, assets) = (home, environment, assets)
    try pages?.put("home.html") {
      try HomePage(widgets.values, environment) { assets($0) }.html
    }
  }

  func withdraw(_ surface: SurfaceID) throws {
    if case .widget(let id) = surface {
      home[id] = nil
      try presentHome()
    }
    guard case .shield(let lifted) = surface else { return }
    // Replace the page of the shield, which is not on screen any more.
    try pages?.put("\(shieldNames.name(for: lifted.shield))-after.html") {
      ShieldRemovedPage(
        itemName: lifted.itemName, familyName: lifted.familyName, since: lifted.since, until: lifted.until
      ).html
    }
  }

  func forgetAsked() { (askedShield, askedReport) = (nil, nil) }

  private func present(_ shield: PresentedShield) throws {
    guard !shield.isRepeated, pages != nil || !shield.isOnScreen else { return }
    let assets = assets(shield.shield.family)
    var content = try shield.look.map { try ShieldContent(reply: $0, assets: assets) } ?? ShieldContent()
    if case .constant(let buttons) = shield.buttons { content.buttons = buttons }
    let surface = ShieldSurface(
      content, itemName: shield.itemName, familyName: shield.familyName,
      environment: DrawEnvironment(environment, at: shield.at, assets: assets, faces: shield.faces))
    try pages?.put("\(shieldNames.name(for: shield.shield)).html") { try surface.html() }
    guard !shield.isOnScreen else { return }
    askedShield = DrawnShield(
      surface: surface, content: content, grade: shield.grade, terminal: try surface.terminal(columns: 80))
  }

  private func present(_ list: PresentedNotificationList) throws {
    try pages?.put("notifications.html") {
      NotificationSurface(
        cards: list.notifications.map {
          .init(
            familyName: $0.familyName, title: $0.title, subtitle: $0.subtitle, body: $0.body, shownAt: $0.shownAt)
        }, badges: list.badges.map { .init(familyName: $0.familyName, count: $0.count) }
      ).html
    }
  }

  /// - Parameter grade: the grade of the process that drew the report; `nil` for the placeholder.
  private static func footer(_ grade: String?) -> String {
    switch grade {
    case nil: "placeholder"
    case "sealed": "drawn by a sealed process"
    case let grade?: "drawn by a process with the grade: \(grade)"
    }
  }

  private func present(_ report: PresentedReport) throws {
    let request = report.request
    let extent = Extent(Int(request.frame.width), Int(request.frame.height))
    let tree = report.view.flatMap { try? ViewTree(ReportResult.view(in: $0), in: ViewContext(point: .report)) }
    let chrome = SurfaceChrome(
      familyName: report.familyName, title: request.context, subtitle: report.span,
      footer: Self.footer(tree == nil ? nil : report.grade))
    let environment = DrawEnvironment(
      environment, at: report.at, assets: assets(request.family), faces: report.faces)
    // A tree that can't be laid out gets the placeholder (VIEW-25).
    let own = tree.flatMap { try? ReportSurface($0, frame: extent, chrome: chrome, environment: environment) }
    let surface = try own ?? ReportSurface.placeholder(frame: extent, chrome: chrome, environment: environment)
    let html = surface.html()
    let path = try pages?.write(html, to: reportNames.name(for: request))
    guard report.isAsked else { return }
    askedReport = RenderedReport(
      surface: surface, html: html, terminal: try surface.terminal(columns: 80),
      outcome: own == nil ? "fallback" : "answered", path: path)
  }
}

/// A shield drawn at a person's request, for the terminal and for a file.
package struct DrawnShield {
  package var surface: ShieldSurface
  package var content: ShieldContent
  package var grade: String
  package var terminal: String
  /// The path of the page, if one was written.
  package var path: String?
}

extension ReportResult {
  /// The view in a reply that has already been checked.
  static func view(in reply: WireValue) throws -> WireValue {
    try ReportResult(wire: reply, at: "", from: .extension).view
  }
}
