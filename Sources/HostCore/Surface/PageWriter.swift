// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Foundation
import PrivacyBoundary
import ScreenTimeRules
import Surfaces

/// Writes surfaces as self-contained pages: shields as they go up and come down, an app's window, reports.
///
/// Under a virtual clock a page is drawn once, when the run is over, from the last thing it was to show: nobody looks
/// at the pages of a week that passes in a second.
final class PageWriter {
  private let directory: String
  private let isDeferred: Bool
  private var pending: [(name: String, html: () throws -> String)] = []
  /// Shields of one family over one item share a page; the newest stays.
  private(set) var written: [String] = []

  init(directory: String, isDeferred: Bool) {
    self.directory = directory
    self.isDeferred = isDeferred
  }

  /// Draws what waits.
  func flush() throws {
    for page in pending { try write(try page.html(), to: page.name) }
    pending = []
  }

  func shield(_ shield: Shield, content: ShieldContent, grade: String, in host: ScreenTimeHost) throws {
    let now = host.state.now
    try put("shield-\(shield.slug).html") {
      try ShieldSurface(
        content, itemName: host.name(of: shield.item), familyName: host.displayName(of: shield.family),
        environment: host.drawEnvironment(of: shield.family, at: now)
      ).html()
    }
  }

  /// A shield came down: the page says so instead of showing what is no longer there.
  func lifted(_ shield: Shield, at time: Timestamp, in host: ScreenTimeHost) throws {
    try put("shield-\(shield.slug)-after.html") {
      LiftedPage(
        itemName: host.name(of: shield.item), familyName: host.displayName(of: shield.family),
        since: host.spoken(shield.since), until: host.spoken(time)
      ).html
    }
  }

  func window(_ window: WindowContent, family: FamilyID, in host: ScreenTimeHost) throws {
    try put("app-\(family.rawValue).html") { window.surface.html() }
  }

  func report(_ html: String, family: FamilyID, context: String, in host: ScreenTimeHost) throws -> String {
    let slug = context.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
    return try write(html, to: "report-\(family.rawValue)-\(String(slug)).html")
  }

  private func put(_ name: String, _ html: @escaping () throws -> String) throws {
    guard isDeferred else {
      try write(try html(), to: name)
      return
    }
    if let index = pending.firstIndex(where: { $0.name == name }) {
      pending[index].html = html
    } else {
      pending.append((name, html))
    }
  }

  @discardableResult
  private func write(_ html: String, to name: String) throws -> String {
    let path = directory + "/" + name
    do {
      try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
      try Data(html.utf8).write(to: URL(filePath: path))
    } catch {
      throw HostError(.failed, "The page \(path) can't be written: \(error.localizedDescription)")
    }
    if !written.contains(path) { written.append(path) }
    return path
  }
}

extension Shield {
  /// `homework-net.minetest.minetest`: for a file's name, so nothing but letters, digits, dots and hyphens.
  fileprivate var slug: String {
    let safe = item.id.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "." || $0 == "-") ? $0 : "_" }
    return "\(family?.rawValue ?? "operator")-\(String(safe))"
  }
}

// MARK: - What surfaces need to know

extension ScreenTimeHost {
  func displayName(of family: FamilyID?) -> String {
    guard let family else { return "Operator's policy" }
    return families[family]?.manifest.displayName ?? family.rawValue
  }

  /// Names behind the tokens of one family, for nodes that the host draws itself (V24).
  func drawEnvironment(of family: FamilyID?, at time: Timestamp? = nil) -> DrawEnvironment {
    let environment = configuration.environment
    var faces: [String: DrawEnvironment.TokenFace] = [:]
    if let family {
      for item in configuration.names.keys {
        guard let token = tokens.token(for: item, of: family.rawValue)?.text else { continue }
        faces[token] = DrawEnvironment.TokenFace(name: name(of: item))
      }
    }
    return DrawEnvironment(
      now: (time ?? state.now).milliseconds, locale: Locale(identifier: environment.locale),
      timeZone: TimeZone(identifier: environment.timeZone) ?? .gmt, assets: assets(of: family),
      tokens: { [faces] in faces[$0] })
  }

  /// `Mon 26 Oct 2026 16:45`.
  func spoken(_ time: Timestamp) -> String {
    time.date.formatted(
      Date.VerbatimFormatStyle(
        format:
          "\(weekday: .abbreviated) \(day: .defaultDigits) \(month: .abbreviated) \(year: .defaultDigits) \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits)",
        locale: Locale(identifier: "en_US_POSIX"), timeZone: calendar.calendar.timeZone, calendar: calendar.calendar))
  }
}
