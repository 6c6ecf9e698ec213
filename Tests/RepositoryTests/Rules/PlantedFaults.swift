// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The faults of Tests/Mutants by the rules that their headers name.
struct PlantedFaults {
  private var patches: [String: [String]] = [:]

  /// - Parameter faults: the path of each patch and its text.
  init(_ faults: [(path: String, text: String)]) {
    for fault in faults {
      guard let rules = fault.text.firstMatch(of: /(?m)^Rule: (.+)$/)?.output.1 else { continue }
      for rule in rules.split(separator: ", ") { patches[String(rule), default: []].append(fault.path) }
    }
  }

  static func current() throws -> PlantedFaults {
    PlantedFaults(
      try Repository.files(in: "Tests/Mutants", endings: ["patch"]).sorted().map { ($0, try Repository.text($0)) })
  }

  /// Links from a page in docs/.
  func links(of rule: String) -> [String] {
    (patches[rule] ?? []).map { path in
      let name = path.split(separator: "/").last.map { $0.dropLast(".patch".count) } ?? ""
      return "[\(name)](../\(path))"
    }
  }
}
