// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// Symbols that a linker missed or found twice, named as in the sources.
struct LinkFailure: CustomStringConvertible {
  private var missing: [String] = []
  private var repeated: [String] = []

  /// - Returns: `nil` if the output is not about linking.
  init?(_ output: String) {
    for line in output.split(separator: "\n") {
      // The linkers of the toolchain and of the system word it differently.
      if let match = line.firstMatch(of: /undefined (?:reference to|symbol:?) [`']?(.+?)'?$/) {
        Self.add(String(match.output.1), to: &missing)
      } else if let match = line.firstMatch(of: /(?:multiple definition of|duplicate symbol:?) [`']?(.+?)'?(?:;.*)?$/) {
        Self.add(String(match.output.1), to: &repeated)
      }
    }
    if missing.isEmpty && repeated.isEmpty { return nil }
  }

  private static func add(_ name: String, to names: inout [String]) {
    if !names.contains(name) { names.append(name) }
  }

  var description: String {
    if missing.isEmpty {
      return "\(Self.list(repeated)) is defined twice among its files; leave one of them out."
    }
    return
      "\(Self.list(missing)) is used, but no file of the target defines it; code in C or Objective-C can't be adopted."
  }

  private static func list(_ names: [String]) -> String {
    let shown = names.prefix(3).map { "“\($0.prefix(80))”" }.joined(separator: ", ")
    return names.count > 3 ? "\(shown) and \(names.count - 3) more" : shown
  }

  /// The output with Swift's names as sources write them.
  static func demangled(_ output: String, by toolchain: Toolchain) -> String {
    let names = Set(output.matches(of: /\$s[A-Za-z0-9_]+/).map { String($0.output) }).sorted().prefix(64)
    guard !names.isEmpty, let outcome = try? toolchain.demangle(Array(names)), outcome.status == 0 else {
      return output
    }
    let plain = outcome.output.split(separator: "\n").map(String.init)
    guard plain.count == names.count else { return output }
    // Longer names first, because one can begin with another.
    return zip(names, plain).sorted { $0.0.count > $1.0.count }.reduce(output) { text, pair in
      text.replacing(pair.0, with: pair.1)
    }
  }
}
