// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessSupervision

/// The files about processes that did not answer, in the state's `unresponsive`: the newest 16 of each extension, 0600.
struct StuckProcesses {
  static let mostFiles = 16

  private let directory: String

  init(stateDirectory: String) { directory = stateDirectory + "/unresponsive" }

  /// Writes the facts about a process.
  ///
  /// - Returns: the file's name, or `nil` if there was nothing to write.
  func keep(_ facts: ProcessFacts, of extensionID: String) throws -> String? {
    guard !facts.text.isEmpty else { return nil }
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let numbers = try numbers(of: extensionID)
    let name = Self.name(of: extensionID, (numbers.last ?? 0) + 1)
    try PrivateFile.write(Data(facts.text.utf8), to: "\(directory)/\(name)")
    for number in numbers.dropLast(Self.mostFiles - 1) {
      try FileManager.default.removeItem(atPath: "\(directory)/\(Self.name(of: extensionID, number))")
    }
    return "unresponsive/\(name)"
  }

  private static func name(of extensionID: String, _ number: Int) -> String { "\(extensionID)-\(number).txt" }

  /// The numbers of the extension's files, ascending. Files of other names are not the host's.
  private func numbers(of extensionID: String) throws -> [Int] {
    try FileManager.default.contentsOfDirectory(atPath: directory).compactMap { file in
      guard file.hasPrefix(extensionID + "-"), file.hasSuffix(".txt"),
        let number = Int(file.dropFirst(extensionID.utf8.count + 1).dropLast(4)), number > 0,
        Self.name(of: extensionID, number) == file
      else { return nil }
      return number
    }.sorted()
  }
}
