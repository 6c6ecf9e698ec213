// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol

/// Determines the capabilities that an extension's manifest requests, based on the names in its sources, so that an
/// extension is not granted capabilities that it doesn't use.
struct SourceNeeds {
  private let sources: [SwiftSource]

  init(_ sources: [SwiftSource]) { self.sources = sources }

  private func mention(_ words: String...) -> Bool {
    sources.contains { source in words.contains { source.text.mentions($0) } }
  }

  /// Indicates whether the sources open files, for which a sealed extension needs the `files` fitting.
  var files: Bool { mention("FileManager", "Bundle", "contentsOf", "contentsOfFile", "FileHandle") }

  var modules: Set<String> { Set(sources.flatMap { $0.imports.map(\.module) }) }

  /// Modules whose macros the sources use without an import. In Xcode they come with SwiftUI.
  var macros: [String] {
    sources.contains { source in source.text.code.contains { $0.contains("@Entry") } } ? ["Previews"] : []
  }

  /// Modules of the toolchain that are part of Foundation on Apple's systems, if the sources use their names.
  var partsOfFoundation: [String] { mention("XMLParser", "XMLParserDelegate") ? ["FoundationXML"] : [] }

  func requests(at point: ExtensionPoint) -> [Capability] {
    guard point.mayHaveEffects else { return [] }
    var requests: [Capability] = [.settings]
    if mention("DeviceActivityCenter") { requests.append(.monitoring) }
    if mention("UNUserNotificationCenter") { requests.append(.notifications) }
    if point == .focusFilter, mention("invalidateFocusFilterAppContext") { requests.append(.focus) }
    if point == .focusFilter, mention("setBadgeCount") { requests.append(.badge) }
    if mention("WidgetCenter") { requests.append(.timelines) }
    if files || mention("containerURL", "UserDefaults", "AppStorage") { requests.append(.containerWrite) }
    return requests.sorted { $0.rawValue.precedesInUTF8($1.rawValue) }
  }

  /// Notes on code that compiles but has no effect here.
  ///
  /// - Parameter principal: The class that the extension starts from. What it shares with others may not run here.
  func notes(at point: ExtensionPoint, principal: String?) -> [String] {
    var notes: [String] = []
    if mention("URLSession") {
      notes.append("URLSession compiles but can't connect, because the sandbox has no network")
    }
    let own = sources.filter { source in source.hasMain || source.declarations.contains { $0.name == principal } }
    let writes = own.contains { source in
      source.text.code.contains { $0.firstMatch(of: /\.(set\(.*forKey:|removeObject\()/) != nil }
    }
    if point.isSealed, writes, mention("UserDefaults") {
      notes.append("what it writes to UserDefaults is discarded: an extension that sees names and use keeps nothing")
    }
    if point == .widget, mention("WidgetCenter") {
      notes.append("WidgetCenter does nothing in a widget, which would ask for itself again")
    }
    if point.isSealed, mention("containerURL") {
      notes.append(
        "the shared container is empty in a sealed extension; use UserDefaults(suiteName:), whose values come with the request"
      )
    }
    return notes
  }
}
