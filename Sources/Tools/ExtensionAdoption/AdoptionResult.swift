// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The result of adopting one extension.
package struct AdoptionResult: Hashable, Sendable {
  package let adopted: AdoptedExtension
  /// The path of its sources.
  package let source: String
  /// Problems that did not prevent adoption, and how each was handled.
  package let notes: [String]
  /// Errors that prevent compilation. An extension with faults is not registered.
  package let faults: [AdoptionFault]
  package var executable: String?
  package var executableBytes: Int64?
  /// The output of the build.
  package var output = ""

  init(_ one: PreparedExtension, _ workspace: AdoptionWorkspace, faults: [AdoptionFault]) {
    adopted = one.adopted
    source = one.adopted.sources.first ?? ""
    notes = one.notes
    self.faults = faults
  }

  package var isBuilt: Bool { executable != nil }

  /// The error of the build itself, if it failed without a fault in a source file.
  package var buildError: String? {
    guard !isBuilt, faults.isEmpty else { return nil }
    return LinkFailure(output)?.description ?? Self.error(in: output)
  }

  private static func error(in output: String) -> String {
    let lines = output.split(separator: "\n")
    let line = lines.first { $0.hasPrefix("error: ") } ?? lines.first { $0.contains("error:") } ?? lines.last ?? ""
    return line.isEmpty ? "the compiler ended without a message" : String(line)
  }
}

/// The results of one `adopt`.
package struct AdoptionRound: Sendable {
  package let results: [AdoptionResult]
  package let leftOut: [LeftOutTarget]
  /// The flavour of the SDK that was used; `nil` if nothing was compiled.
  package let flavour: SDKFlavour?
}
