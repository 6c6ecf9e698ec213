// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ScreenTimeRules

/// The apps of the installed desktop files: id, name, window class, category (LIVE-ID1, LIVE-ID4).
package struct DesktopFiles: Hashable, Sendable {
  /// The parts of one desktop file that identity needs.
  package struct Entry: Hashable, Sendable {
    package var id: String
    package var name: String
    package var windowClass: String?
    /// The program's file name.
    package var program: String?
    package var categories: [String]

    package init(
      id: String, name: String, windowClass: String? = nil, program: String? = nil, categories: [String] = []
    ) {
      self.id = id
      self.name = name
      self.windowClass = windowClass
      self.program = program
      self.categories = categories
    }
  }

  /// Ascending by id.
  package let entries: [Entry]

  package init(entries: [Entry] = []) { self.entries = entries.sorted { $0.id.isOrderedBefore($1.id) } }

  /// Reads `*.desktop` in the directories; the first of two equal ids wins.
  package init(directories: [String]) {
    var entries: [String: Entry] = [:]
    for directory in directories {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
      for name in names where name.hasSuffix(".desktop") {
        let id = String(name.dropLast(8)).precomposedStringWithCanonicalMapping
        guard entries[id] == nil, Identifier.isApplication(id),
          let contents = Self.contents(of: "\(directory)/\(name)")
        else { continue }
        entries[id] = Entry(id: id, contents: contents)
      }
    }
    self.init(entries: Array(entries.values))
  }

  /// The maximum size. A desktop file with all its translations has about 100 KiB.
  private static let mostBytes = 1 << 20

  private static func contents(of path: String) -> String? {
    // Don't block on a pipe.
    let descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      let data = try? file.read(upToCount: mostBytes + 1), data.count <= mostBytes
    else { return nil }
    return String(data: data, encoding: .utf8)
  }

  /// `applications` under `$XDG_DATA_HOME` and `$XDG_DATA_DIRS`.
  package static func standardDirectories(environment: [String: String]) -> [String] {
    let home = environment["XDG_DATA_HOME"] ?? environment["HOME"].map { "\($0)/.local/share" }
    let shared = environment["XDG_DATA_DIRS"] ?? "/usr/local/share:/usr/share"
    return ((home.map { [$0] } ?? []) + shared.split(separator: ":").map(String.init)).map { "\($0)/applications" }
  }

  /// The id of a window class (LIVE-ID1); `nil` if the class can't be an identifier.
  package func identifier(ofWindowClass name: String) -> String? {
    let lowered = name.lowercased()
    let entry =
      entries.first { $0.windowClass?.lowercased() == lowered }
      ?? entries.first { $0.id == lowered } ?? entries.first { $0.program == lowered }
    return entry?.id ?? Identifier.ofWindowClass(name)
  }

  package subscript(id: String) -> Entry? { entries.first { $0.id == id } }
}

extension DesktopFiles.Entry {
  /// The maximum length of a name, equal to that of an id (PRIV-TK1). Longer names are ignored.
  private static let longestName = 255

  /// Reads the group `[Desktop Entry]`, without names in other languages.
  init(id: String, contents: String) {
    var values: [String: String] = [:]
    var isInGroup = false
    for line in contents.split(whereSeparator: \.isNewline) {
      if line.hasPrefix("[") { isInGroup = line.hasPrefix("[Desktop Entry]") }
      guard isInGroup, let equals = line.firstIndex(of: "=") else { continue }
      let key = line[..<equals].trimmingCharacters(in: .whitespaces)
      values[key] = values[key] ?? line[line.index(after: equals)...].trimmingCharacters(in: .whitespaces)
    }
    let name = values["Name"].flatMap { (1...Self.longestName).contains($0.utf8.count) ? $0 : nil }
    let command = values["Exec"]?.split(separator: " ").first.map(String.init)
    self.init(
      id: id, name: name ?? id, windowClass: values["StartupWMClass"],
      program: command?.split(separator: "/").last.map(String.init),
      categories: (values["Categories"] ?? "").split(separator: ";").map(String.init))
  }
}
