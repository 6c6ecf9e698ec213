// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol

/// What an extension's manifest has to ask for, by the names its sources mention: nobody is granted what they never use.
struct SourceNeeds {
  private let sources: [SwiftSource]

  init(_ sources: [SwiftSource]) { self.sources = sources }

  private func mention(_ words: String...) -> Bool {
    sources.contains { source in words.contains { source.text.mentions($0) } }
  }

  /// Whether files are opened, which a sealed point needs a fitting for.
  var files: Bool { mention("FileManager", "Bundle", "contentsOf", "contentsOfFile", "FileHandle") }

  var modules: Set<String> { Set(sources.flatMap { $0.imports.map(\.module) }) }

  /// The module whose macros the sources use without importing it: in Xcode they come with SwiftUI.
  var macros: [String] {
    sources.contains { source in source.text.code.contains { $0.contains("@Entry") } } ? ["Previews"] : []
  }

  func requests(at point: ExtensionPoint) -> [Capability] {
    guard point.mayHaveEffects else { return [] }
    var requests: [Capability] = [.settings]
    if mention("DeviceActivityCenter") { requests.append(.monitoring) }
    if mention("UNUserNotificationCenter") { requests.append(.notifications) }
    if mention("WidgetCenter") { requests.append(.timelines) }
    if files || mention("containerURL", "UserDefaults", "AppStorage") { requests.append(.containerWrite) }
    return requests.sorted { $0.rawValue.precedesInUTF8($1.rawValue) }
  }

  /// What compiles and does nothing here.
  func notes(at point: ExtensionPoint) -> [String] {
    var notes: [String] = []
    if mention("URLSession") {
      notes.append("URLSession compiles and reaches nobody: there is no network behind the wall")
    }
    if point.isSealed, mention("containerURL") {
      notes.append(
        "the shared container is empty at a sealed point; use UserDefaults(suiteName:), whose values come with the request"
      )
    }
    return notes
  }
}
