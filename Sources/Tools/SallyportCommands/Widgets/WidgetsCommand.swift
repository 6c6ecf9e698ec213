// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ExtensionProtocol
import HostCore
import ScreenTimeRules
import Surfaces
import TextEscaping

/// `sallyport widgets`: the person's home page, and acts on its widgets.
struct WidgetsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "widgets", abstract: "List, place, configure, draw and tap the widgets of families.",
    subcommands: [
      WidgetsListCommand.self, WidgetsGalleryCommand.self, WidgetsHomeCommand.self, WidgetsShowCommand.self,
      WidgetsTimelineCommand.self, WidgetsAddCommand.self, WidgetsConfigureCommand.self, WidgetsMoveCommand.self,
      WidgetsStackCommand.self, WidgetsUnstackCommand.self, WidgetsFrontCommand.self,
      WidgetsRefreshCommand.self, WidgetsTapCommand.self, WidgetsRemoveCommand.self,
      WidgetsLockCommand.self, WidgetsUnlockCommand.self,
    ], defaultSubcommand: WidgetsListCommand.self)
}

struct WidgetsListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "list", abstract: "List the placed widgets.")

  @OptionGroup var state: StateOptions
  @OptionGroup var options: OutputOptions

  private struct Line: Encodable {
    var id: String
    var family: String
    var kind: String
    var size: String
    var place: Int
    var entries: Int
    var shownSince: Int64?
    var next: Int64?
    var isOrphan: Bool
    var failure: String?
    /// The place in its stack, such as 2 of 3; `nil` if it is in none.
    var stack: String?
    var isInFront: Bool
  }

  func run() throws {
    let view = try state.openView()
    defer { view.close() }
    let (facts, zone) = (view.host.facts, view.host.configuration.environment.timeZone)
    let words = view.host.reasonWords(try HostCalendar(timeZone: zone).calendar)
    let now = facts.state.now
    let lines = facts.widgets.map {
      Line(
        id: $0.id, family: $0.family.rawValue, kind: $0.kind, size: $0.size, place: $0.place,
        entries: $0.content.archive?.entries.count ?? 0, shownSince: $0.content.shownEntry?.date.milliseconds,
        next: $0.nextDue(from: now)?.milliseconds, isOrphan: $0.isOrphan, failure: $0.failure,
        stack: facts.stack(of: $0), isInFront: facts.isInFront($0))
    }
    try CommandOutput(
      lines, header: ["WIDGET", "FAMILY", "KIND", "SIZE", "STACK", "ENTRIES", "NEXT", "REMARK"],
      table: lines.map { line in
        [
          String(line.id.prefix(8)), line.family, line.kind, line.size,
          line.stack.map { line.isInFront ? "\($0), in front" : $0 } ?? "–", "\(line.entries)",
          line.next.map { words.instant(Timestamp(milliseconds: $0)) } ?? "–",
          line.isOrphan ? "no longer provided" : line.failure ?? "",
        ]
      }, identifiers: lines.map(\.id)
    ).print(options)
  }
}

struct WidgetsGalleryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gallery", abstract: "List the kinds of widgets that families offer, with their sizes and parameters.")

  @Argument(help: "Only this family. (default: all)")
  var family: String?

  @OptionGroup var state: StateOptions
  @OptionGroup var options: OutputOptions

  private struct Line: Encodable {
    var family: String
    var kind: String?
    var title: String
    var description: String?
    var sizes: [String]
    var parameters: [String]
  }

  func run() throws {
    let view = try state.openView()
    defer { view.close() }
    let facts = view.host.facts
    if let family { try view.host.requireFamily(family) }
    var lines: [Line] = []
    for id in facts.state.familyIDs where family == nil || id.rawValue == family {
      let (description, failure) = facts.offeredWidgets(of: id)
      if let failure { lines.append(Line(family: id.rawValue, title: failure, sizes: [], parameters: [])) }
      for kind in description?.kinds ?? [] {
        let intent = description?.intents.first { $0.intent == kind.intent }
        lines.append(
          Line(
            family: id.rawValue, kind: kind.kind, title: kind.title, description: kind.description,
            sizes: kind.sizes.map(\.rawValue), parameters: (intent?.parameters ?? []).map(\.name)))
      }
    }
    try CommandOutput(
      lines, header: ["FAMILY", "KIND", "TITLE", "SIZES", "PARAMETERS"],
      table: lines.map {
        [
          $0.family, $0.kind ?? "none", $0.title, $0.sizes.joined(separator: " "), $0.parameters.joined(separator: " "),
        ]
      }, identifiers: lines.compactMap(\.kind)
    ).print(options)
  }
}

struct WidgetsHomeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "home", abstract: "Write the home page with every placed widget: light, dark and tinted.")

  @Option(help: "Directory for the page. (default: out)")
  var output: String?

  @OptionGroup var state: StateOptions

  func run() throws {
    let view = try state.openView()
    defer { view.close() }
    let (facts, environment) = (view.host.facts, view.host.configuration.environment)
    let html = try HomePage(try facts.widgets.map(facts.presented), environment) { facts.assets(of: $0) }.html
    Terminal.show("\(try SurfaceFile.write(.init(html.utf8), to: "home.html", in: output ?? "out"))")
  }
}

/// A placed widget.
struct WidgetTarget: ParsableArguments {
  @Argument(help: "The widget's id, or its beginning.")
  var widget: String

  @OptionGroup var state: StateOptions

  /// Carries out an act on the widget.
  func carryOut(
    _ note: (WidgetInstance) -> TerminalText, _ order: (WidgetInstance, DeviceFacts) throws -> WidgetOrder
  ) throws {
    let (instance, what) = try state.asking { host in
      let instance = try host.facts.widget(widget)
      return (instance, try order(instance, host.facts))
    }
    try state.carryOut(.widget(what), as: .owner, note: note(instance))
  }
}

extension StateOptions {
  /// The answer to a query before an act. The view is gone when this returns, since a state can't be opened twice.
  func asking<Result>(_ body: (VirtualDriver) throws -> Result) throws -> Result {
    let view = try openView()
    defer { view.close() }
    return try body(view.host)
  }
}

struct WidgetsShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Draw a widget as it is now; its family is not told.")

  @OptionGroup var target: WidgetTarget

  @Option(help: "Directory for files. (default: out)")
  var output: String?

  @OptionGroup var options: SurfaceOptions

  private struct Result: Encodable {
    var id: String
    var kind: String
    var size: String
    var isPlaceholder: Bool
    var text: String
  }

  func run() throws {
    let view = try target.state.openView()
    defer { view.close() }
    let (facts, environment) = (view.host.facts, view.host.configuration.environment)
    let widget = try facts.presented(try facts.widget(target.widget))
    let surface = try widget.surface(
      options.dark ? .dark : .light, environment, assets: facts.assets(of: widget.family))
    let text = try surface.terminal(columns: 60)
    let tile = try HomePage.Tile(widget, environment, assets: facts.assets(of: widget.family))
    let html = HomePage(title: widget.title, tiles: [tile]).html
    let name = "widget-\(widget.id.prefix(8).lowercased())"
    if try options.write(
      name, to: output, text: text, html: { html }, picture: { try surface.picture(options.scheme) })
    {
      return
    }
    let result = Result(
      id: widget.id, kind: widget.kind, size: widget.size, isPlaceholder: widget.isPlaceholder, text: text)
    if options.quiet { return Terminal.show("\(widget.id)") }
    Terminal.show(
      options.format == .json ? try JSONText.of(result) : TerminalText(drawing: text), terminator: "")
  }
}

struct WidgetsTimelineCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "timeline", abstract: "Show the entries of a widget's timeline, as a list, a page or pictures.")

  @OptionGroup var target: WidgetTarget

  @Option(help: "Directory for files. (default: out)")
  var output: String?

  @OptionGroup var options: SurfaceOptions

  private struct Line: Encodable {
    var date: Int64
    var isCurrent: Bool
    var text: String
  }

  func run() throws {
    let view = try target.state.openView()
    defer { view.close() }
    let (facts, environment) = (view.host.facts, view.host.configuration.environment)
    let instance = try facts.widget(target.widget)
    let entries = try facts.timeline(of: instance)
    let calendar = try HostCalendar(timeZone: environment.timeZone).calendar
    let assets = facts.assets(of: instance.family)
    func instant(_ entry: ExplainedEntry) -> String { DisplayFormat.instant(entry.date.milliseconds, in: calendar) }
    let name = "timeline-\(instance.id.prefix(8).lowercased())"
    switch options.format {
    case .html:
      let tiles = try entries.map {
        try HomePage.Tile($0.widget, environment, assets: assets, caption: instant($0) + ($0.isCurrent ? " · now" : ""))
      }
      let title = "\(entries.first?.widget.title ?? instance.kind): \(entries.count) entries"
      let html = HomePage(title: title, tiles: tiles).html
      Terminal.show("\(try SurfaceFile.write(.init(html.utf8), to: name + ".html", in: output ?? "out"))")
    case .png:
      for (number, entry) in entries.enumerated() {
        let surface = try entry.widget.surface(options.dark ? .dark : .light, environment, assets: assets)
        let file = "\(name)-\(number + 1)\(options.dark ? "-dark" : "").png"
        let bytes = try surface.picture(options.scheme).png
        Terminal.show("\(try SurfaceFile.write(.init(bytes), to: file, in: output ?? "out"))")
      }
    case .text, .table, .json:
      let lines = try entries.map { entry in
        Line(
          date: entry.date.milliseconds, isCurrent: entry.isCurrent,
          text: try entry.widget.surface(.light, environment, assets: assets).terminal(columns: 60))
      }
      let text = zip(entries, lines).map { "\(instant($0))\($0.isCurrent ? "  (now)" : "")\n\($1.text)" }
        .joined(separator: "\n")
      if options.quiet { return Terminal.show("\(lines.count)") }
      if options.format == .json { return Terminal.show(try JSONText.of(lines)) }
      Terminal.show(
        TerminalText(drawing: text.isEmpty ? "The widget has no timeline yet.\n" : text), terminator: "")
    }
  }
}
