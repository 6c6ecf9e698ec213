// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// Converts the compiler's errors to faults with advice.
struct CompilerDiagnostics {
  /// The original files by the paths of their copies.
  let originals: [String: String]
  let modules: ModuleKnowledge
  var names = SDKNames(modules: [:])
  /// The empty modules that stand in for Apple's.
  var shells: [String] = []

  /// The errors by file and line, without duplicates.
  ///
  /// Where a name is missing the compiler often says more, which the missing name explains.
  func faults(in output: String) -> [AdoptionFault] {
    var seen: Set<AdoptionFault> = []
    let all = output.split(separator: "\n").compactMap { fault(in: String($0)) }.filter { seen.insert($0).inserted }
    let explained = Set(all.filter { $0.kind == .missing }.map { "\($0.file):\($0.line)" })
    return all.filter { $0.kind != .other || !explained.contains("\($0.file):\($0.line)") }
      .sorted { ($0.file, $0.line) < ($1.file, $1.line) }
  }

  private func fault(in line: String) -> AdoptionFault? {
    let expression = /^(?<file>\/.+?):(?<line>[0-9]+):(?<column>[0-9]+): error: (?<message>.+)$/
    guard let match = line.wholeMatch(of: expression), let original = originals[String(match.output.file)] else {
      return nil
    }
    let message = String(match.output.message)
    let (kind, reason) = reason(for: message)
    return AdoptionFault(kind, original, Int(match.output.line) ?? 0, reason)
  }

  private func reason(forMissing name: String) -> String {
    let declaring = names.modules(of: name)
    if !declaring.isEmpty {
      return "“\(name)” is declared by \(declaring.joined(separator: " and ")); add “import \(declaring[0])”"
    }
    let empty =
      shells.isEmpty
      ? "" : ". It may belong to \(shells.joined(separator: " or ")), imported here, of which only the name exists"
    return "“\(name)” doesn't exist here: neither the SDK nor the files given declare it\(empty)"
  }

  /// The names that the compiler could not find.
  static func missingNames(in output: String) -> [String] {
    var seen: Set<String> = []
    return output.matches(of: /error: cannot find (?:type )?'([^'\n]+)' in scope/).map { String($0.output.1) }
      .filter { seen.insert($0).inserted }
  }

  private func reason(for message: String) -> (AdoptionFault.Kind, String) {
    if let match = message.firstMatch(of: /no such module '(.+?)'/) {
      let module = String(match.output.1)
      return (.module, modules.objection(to: module, ownModules: []) ?? "the module “\(module)” was not built")
    }
    if message.contains("Objective-C interoperability is disabled") || message.contains("@objc") {
      return (
        .objectiveC,
        "“@objc” needs the Objective-C runtime, which Linux lacks; remove it, because nothing uses it here"
      )
    }
    if message.contains("selector") || message.contains("#keyPath") {
      return (.objectiveC, "selectors need the Objective-C runtime, which Linux lacks; pass a closure instead")
    }
    if let match = message.firstMatch(of: /cannot find (?:type )?'(.+?)' in scope/) {
      return (.missing, reason(forMissing: String(match.output.1)))
    }
    if let match = message.firstMatch(of: /(?:value of )?type '(.+?)' has no member '(.+?)'/) {
      return (.missing, "\(match.output.1) has no “\(match.output.2)” in this SDK")
    }
    if let match = message.firstMatch(of: /'(.+?)' is unavailable(?:: | in [^:]+: )?(.*)/) {
      let why = match.output.2.isEmpty ? "" : ": \(match.output.2)"
      return (.unavailable, "“\(match.output.1)” can't work here\(why)")
    }
    if let match = message.firstMatch(of: /no macro named '(.+?)'/) {
      return (.missing, "the macro “\(match.output.1)” doesn't exist here")
    }
    if let match = message.firstMatch(of: /unknown attribute '(.+?)'/) {
      return (.missing, "the attribute “@\(match.output.1)” doesn't exist here")
    }
    return (.other, "the compiler says: \(message)")
  }
}
