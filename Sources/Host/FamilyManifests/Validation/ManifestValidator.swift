// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol

/// Collects all faults of one manifest instead of stopping at the first, so that a developer can fix them together.
///
/// The primitives are in this file, the rules of each object in `ManifestValidator+….swift`.
struct ManifestValidator {
  private let file: String
  private let lines: [String: Int]
  private let unreadable: Set<String>
  private(set) var diagnostics: [ManifestDiagnostic]

  init(file: String, json: ManifestJSON) {
    self.file = file
    lines = json.lines
    unreadable = Set(json.faults.map(\.pointer))
    diagnostics = json.faults.map {
      ManifestDiagnostic(file: file, pointer: $0.pointer, line: $0.line, message: $0.message)
    }
  }

  /// Reports a fault, unless the parser already reported one at the same place.
  mutating func report(_ pointer: String, _ message: String) {
    guard !unreadable.contains(pointer) else { return }
    diagnostics.append(ManifestDiagnostic(file: file, pointer: pointer, line: line(of: pointer), message: message))
  }

  /// The line of the value or, if it is missing, of the object that should contain it.
  private func line(of pointer: String) -> Int? {
    lines[pointer] ?? pointer.lastIndex(of: "/").flatMap { lines[String(pointer[..<$0])] }
  }

  // MARK: - Objects and lists

  /// The object at `pointer`. Unknown and missing members are reported.
  mutating func object(_ value: WireValue, at pointer: String, keys: ManifestKeys) -> ManifestObject? {
    guard case .object(let members) = value else {
      report(pointer, "\(value.excerpt) is not an object")
      return nil
    }
    let object = ManifestObject(pointer: pointer, members: members)
    for member in members.members where !keys.all.contains(member.name) {
      report(object.path(member.name), "“\(member.name)” is not a known key; the keys are \(keys.listing)")
    }
    for name in keys.required where members[name] == nil { report(pointer, "lacks “\(name)”") }
    return object
  }

  mutating func array(
    _ object: ManifestObject, _ name: String, counting range: ClosedRange<Int>
  ) -> [(pointer: String, value: WireValue)]? {
    guard let value = object.members[name] else { return nil }
    guard case .array(let elements) = value else {
      report(object.path(name), "\(value.excerpt) is not an array")
      return nil
    }
    if !range.contains(elements.count) {
      report(
        object.path(name),
        "\(elements.count) elements are not within \(range.lowerBound)…\(range.upperBound)")
    }
    return elements.prefix(range.upperBound).enumerated().map { ("\(object.path(name))/\($0.offset)", $0.element) }
  }

  /// A list of texts of one form, without duplicates (WIRE-S7).
  mutating func texts(
    _ object: ManifestObject, _ name: String, counting range: ClosedRange<Int>, form: ManifestForm
  ) -> [String] {
    var result: [String] = []
    for (pointer, value) in array(object, name, counting: range) ?? [] {
      guard let text = text(value, at: pointer, form: form) else { continue }
      if result.contains(text) { report(pointer, "\(value.excerpt) is given twice") } else { result.append(text) }
    }
    return result
  }

  // MARK: - Scalars

  mutating func text(_ object: ManifestObject, _ name: String, form: ManifestForm) -> String? {
    object.members[name].flatMap { text($0, at: object.path(name), form: form) }
  }

  mutating func text(_ value: WireValue, at pointer: String, form: ManifestForm) -> String? {
    guard let text = string(value, at: pointer) else { return nil }
    guard text.utf8.count <= form.maximumLength, form.accepts(text) else {
      report(pointer, "\(value.excerpt) is not \(form.name)")
      return nil
    }
    return text
  }

  /// Free text for people or chosen by developers, checked as on the wire.
  mutating func prose(
    _ object: ManifestObject, _ name: String, as form: WireText.Form, atMost maximum: Int
  ) -> String? {
    guard let value = object.members[name] else { return nil }
    return prose(value, at: object.path(name), as: form, atMost: maximum)
  }

  mutating func prose(
    _ value: WireValue, at pointer: String, as form: WireText.Form, atMost maximum: Int
  ) -> String? {
    guard let text = string(value, at: pointer) else { return nil }
    do {
      try WireText.check(text, as: form, atMost: maximum, at: pointer)
      return text
    } catch {
      report(pointer, "\(value.excerpt) \(error.reason)")
      return nil
    }
  }

  mutating func word<Word: RawRepresentable<String> & CaseIterable>(
    _ object: ManifestObject, _ name: String, of type: Word.Type = Word.self
  ) -> Word? {
    object.members[name].flatMap { word($0, at: object.path(name)) }
  }

  mutating func word<Word: RawRepresentable<String> & CaseIterable>(
    _ value: WireValue, at pointer: String, of type: Word.Type = Word.self
  ) -> Word? {
    guard let text = string(value, at: pointer) else { return nil }
    if let word = Word(rawValue: text) { return word }
    report(pointer, "\(value.excerpt) is not one of \(Word.allCases.map(\.rawValue).sorted().joined(separator: ", "))")
    return nil
  }

  mutating func flag(_ object: ManifestObject, _ name: String) -> Bool? {
    guard let value = object.members[name] else { return nil }
    if case .bool(let flag) = value { return flag }
    report(object.path(name), "\(value.excerpt) is neither true nor false")
    return nil
  }

  mutating func integer(_ object: ManifestObject, _ name: String) -> Int64? {
    object.members[name].flatMap { integer($0, at: object.path(name)) }
  }

  mutating func integer(_ value: WireValue, at pointer: String) -> Int64? {
    if case .integer(let number) = value { return number }
    report(pointer, "\(value.excerpt) is not an integer")
    return nil
  }

  private mutating func string(_ value: WireValue, at pointer: String) -> String? {
    if case .string(let text) = value { return text }
    report(pointer, "\(value.excerpt) is not a string")
    return nil
  }
}
