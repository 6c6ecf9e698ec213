// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import MutantOperators

/// A copy of the checkout that contains the mutants. The checkout itself is never changed.
package struct MutatedTree {
  package let root: URL
  private let checkout: URL
  private let switchFolder: URL
  /// C files with a `main`, which asks for the switch before it drops what the switch needs.
  private let programs: [String]
  /// The last output for each file. Parsing a file is slow, and a build round changes few of them.
  private var made: [String: Made] = [:]

  private struct Made {
    var text: String
    var mutants: [MutationPlan.Mutant]
    var file: MutatedFile
  }

  package init(root: URL, checkout: URL, switchFolder: URL, programs: [String] = []) {
    self.root = root
    self.checkout = checkout
    self.switchFolder = switchFolder
    self.programs = programs
  }

  /// Updates the copy. A file that stays the same is not touched, so that little is built.
  package mutating func write(_ mutants: [MutationPlan.Mutant]) throws -> [String: MutatedFile] {
    let listed = try Command(
      ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], in: checkout
    ).run()
    guard listed.status == 0 else { throw RunError("git can't list the files of \(checkout.path): \(listed.output)") }
    let names = listed.output.split(separator: "\0").map(String.init)
    var byFile = Dictionary(grouping: mutants, by: \.place.file)
    for program in programs { byFile[program, default: []] += [] }
    var written: [String: MutatedFile] = [:]
    var kept: Set<String> = []
    for name in names where FileManager.default.fileExists(atPath: checkout.appending(path: name).path) {
      kept.insert(name)
      if isInFolder(name) { continue }
      var content = try Data(contentsOf: checkout.appending(path: name))
      if let here = byFile[name] {
        let text = String(decoding: content, as: UTF8.self)
        let file = mutated(name, text, here)
        written[name] = file
        content = Data(file.text.utf8)
      } else if name == "Package.swift" {
        content = Data(manifest(String(decoding: content, as: UTF8.self), files: byFile.keys.sorted()).utf8)
      }
      try put(content, name, mode: try attributes(name))
    }
    for name in ["switch.c", "include/CMutantSwitch.h"] {
      try put(try Data(contentsOf: switchFolder.appending(path: name)), "CMutantSwitch/\(name)", mode: 0o644)
      kept.insert("CMutantSwitch/\(name)")
    }
    try removeOthers(than: kept)
    try link(".build-extensions")
    return written
  }

  private mutating func mutated(_ name: String, _ text: String, _ mutants: [MutationPlan.Mutant]) -> MutatedFile {
    if let last = made[name], last.text == text, last.mutants == mutants { return last.file }
    let file = make(name, text, mutants)
    made[name] = Made(text: text, mutants: mutants, file: file)
    return file
  }

  private func make(_ name: String, _ text: String, _ mutants: [MutationPlan.Mutant]) -> MutatedFile {
    let numbered = Dictionary(uniqueKeysWithValues: mutants.map { ($0.number, $0.place) })
    if name.hasSuffix(".c") {
      return MutatedFile(
        SourceText(text), mutants: numbered, language: .c(mainAt: CPlaces(file: name, text: text).mainAt))
    }
    let importAt = SwiftPlaces(file: name, text: text).importAt
    return MutatedFile(SourceText(text), mutants: numbered, language: .swift(importAt: importAt))
  }

  /// Adds the switch to the targets, and turns errors about warnings off: unreachable code is what mutants make.
  private func manifest(_ text: String, files: [String]) -> String {
    text.replacing(".treatAllWarnings(as: .error)", with: ".treatAllWarnings(as: .warning)") + """

      package.targets.append(.target(name: "CMutantSwitch", path: "CMutantSwitch"))
      for target in package.targets where target.name != "CMutantSwitch" && target.type != .system {
        let place = (target.path ?? "Sources/\\(target.name)") + "/"
        if \(files).contains(where: { $0.hasPrefix(place) }) { target.dependencies.append("CMutantSwitch") }
      }

      """
  }

  private func attributes(_ name: String) throws -> Int {
    try FileManager.default.attributesOfItem(atPath: checkout.appending(path: name).path)[.posixPermissions] as? Int
      ?? 0o644
  }

  private func isInFolder(_ name: String) -> Bool {
    var isFolder: ObjCBool = false
    FileManager.default.fileExists(atPath: checkout.appending(path: name).path, isDirectory: &isFolder)
    return isFolder.boolValue
  }

  private func put(_ content: Data, _ name: String, mode: Int) throws {
    let target = root.appending(path: name)
    if let there = try? Data(contentsOf: target), there == content { return }
    try FileManager.default.createDirectory(at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
    try content.write(to: target)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: target.path)
  }

  private func removeOthers(than kept: Set<String>) throws {
    guard let all = FileManager.default.enumerator(atPath: root.path) else { return }
    while let name = all.nextObject() as? String {
      if name.hasPrefix(".build") || name == ".git" {
        all.skipDescendants()
        continue
      }
      let path = root.appending(path: name).path
      let type = try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
      // SwiftPM writes the resolved versions here.
      if type == .typeDirectory || kept.contains(name) || name == "Package.resolved" { continue }
      try FileManager.default.removeItem(atPath: path)
    }
  }

  /// Programs that tests run and that hold no mutant are those of the checkout.
  private func link(_ name: String) throws {
    let target = root.appending(path: name)
    let source = checkout.appending(path: name)
    guard FileManager.default.fileExists(atPath: source.path), !FileManager.default.fileExists(atPath: target.path)
    else { return }
    try FileManager.default.createSymbolicLink(at: target, withDestinationURL: source)
  }
}
