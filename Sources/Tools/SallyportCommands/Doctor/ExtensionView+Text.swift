// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import TextEscaping

extension ExtensionView {
  func print(_ options: OutputOptions) throws {
    switch (options.format, options.quiet) {
    case (.json, _): Terminal.show(try JSONText.of(self))
    case (.table, true): Terminal.show(TerminalText(lines: files.map { TerminalText($0.path) }))
    case (.table, false): Terminal.show(text)
    }
  }

  private var text: TerminalText {
    let kind = ([profile] + [fitting].compactMap(\.self)).joined(separator: " ")
    var parts: [TerminalText] = ["\(self.extension) · \(point) · \(kind) · \(link) · wire \(wire)"]
    func section(_ title: TerminalText, _ rows: [[String]]) {
      if rows.isEmpty { return }
      parts.append("\n\(title)\n" + TerminalText(lines: TextTable(header: [], rows: rows).lines.map { "  " + $0 }))
    }
    section(
      "program",
      [["runs", program]] + arguments.map { ["argument", $0] } + [
        ["starts in", directory], ["identity", "uid \(uid), gid \(gid)"],
      ])
    section("mounts", mounts.map { [$0.place, $0.rights.joined(separator: ", "), $0.source] })
    section("files", files.map { [$0.path, $0.words] })
    section("container", containerRows)
    section("Landlock", landlockRows)
    section("limits", limits.map { [$0.name, "\($0.value)"] })
    section("environment", environment.map { [$0] })
    section("filter", filterRows)
    section("namespaces", namespaces.isEmpty ? [["none"]] : namespaces.map { [$0] })
    section("accepted as missing", relinquished.map { [$0] })
    section("missing on this machine", missing.isEmpty ? [["nothing"]] : missing.map { [$0] })
    return TerminalText(lines: parts)
  }

  private var containerRows: [[String]] {
    guard let container else { return [] }
    return [
      ["bytes", "\(container.bytes) of \(container.mostBytes)"],
      ["entries", "\(container.entries) of \(container.mostEntries)"],
      ["directories", "nested at most \(container.mostDepth) deep"],
    ] + [container.excess].compactMap(\.self).map { ["read-only", $0] }
  }

  private var landlockRows: [[String]] {
    guard let landlock else { return [["none; only the mounts restrict file access"]] }
    return landlock.map { [$0.place, $0.rights.joined(separator: ", ")] }
      + landlockRefuses.map { ["refused", $0] }
  }

  private var filterRows: [[String]] {
    [
      ["instructions", "\(filter.instructions)"],
      ["allowed", "\(filter.allowed.count): " + filter.allowed.joined(separator: " ")],
      ["allowed on a condition", "\(filter.conditional.count)"],
    ] + filter.conditional.map { ["  " + $0.call, $0.condition] } + [
      ["the process is killed", "\(filter.killing.count): " + filter.killing.joined(separator: " ")],
      ["an error", "\(filter.refused) by name, and every call without one"],
    ]
  }
}

extension ViewRow {
  fileprivate var words: String {
    switch kind {
    case .directory: "directory"
    case .special: "special"
    case .file: "\(bytes ?? 0) bytes"
    case .link: "symlink to \(target ?? "")"
    case .tree:
      "tree of \(files ?? 0) files, \(bytes ?? 0) bytes" + (links ?? 0 > 0 ? ", \(links ?? 0) symlinks" : "")
    }
  }
}
