// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// What became of one extension.
package struct AdoptionResult: Hashable, Sendable {
  package let adopted: AdoptedExtension
  /// Where it came from.
  package let source: String
  /// What was amiss and what was made of it.
  package let notes: [String]
  /// What can't compile; an extension with one is not registered.
  package let faults: [AdoptionFault]
  package var executable: String?
  package var executableBytes: Int64?
  /// What the build printed.
  package var output = ""

  init(_ one: PreparedExtension, _ workspace: AdoptionWorkspace, faults: [AdoptionFault]) {
    adopted = one.adopted
    source = one.adopted.sources.first ?? ""
    notes = one.notes
    self.faults = faults
  }

  package var isBuilt: Bool { executable != nil }

  /// Why it was not built, when no fault of a file says so: the build itself went wrong.
  package var buildError: String? {
    guard !isBuilt, faults.isEmpty else { return nil }
    let lines = output.split(separator: "\n")
    let line = lines.first { $0.hasPrefix("error: ") } ?? lines.first { $0.contains("error:") } ?? lines.last ?? ""
    return String(line)
  }
}
