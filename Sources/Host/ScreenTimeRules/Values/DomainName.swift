// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Host names compared label by label: a name covers itself and its subdomains (M11).
package enum DomainName {
  /// The domain and its parents, nearest first: `a.b.c`, `b.c`, `c`.
  package static func covering(_ domain: Item) -> [Item] {
    var result = [domain]
    var rest = Substring(domain.id)
    while let dot = rest.firstIndex(of: ".") {
      rest = rest[rest.index(after: dot)...]
      guard !rest.isEmpty else { break }
      result.append(.webDomain(String(rest)))
    }
    return result
  }

  /// Whether `name` is `domain` or one of its parents.
  package static func name(_ name: String, covers domain: String) -> Bool {
    if name == domain { return true }
    return domain.utf8.count > name.utf8.count && domain.hasSuffix(name) && domain.dropLast(name.count).last == "."
  }

  /// Whether a name is a bare, canonical host name: lower-case A-labels, no scheme, path, port, wildcard or IP address
  /// (M11).
  package static func isValid(_ name: String) -> Bool {
    guard (1...253).contains(name.utf8.count) else { return false }
    let labels = name.split(separator: ".", omittingEmptySubsequences: false)
    let areLabels = labels.allSatisfy { label in
      (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
        && label.utf8.allSatisfy { byte in
          (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2D || byte == 0x5F
        }
    }
    // Every IPv4 address ends in a label of digits only; no domain does.
    return areLabels && labels.last?.allSatisfy(\.isNumber) == false
  }
}
