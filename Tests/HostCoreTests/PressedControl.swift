// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import Pages
import Testing

@testable import HostCore

/// The order of a control of a page, made as the console's script makes it: the act, the values that the person entered,
/// and a name.
struct PressedControl {
  let control: Control

  init(_ control: Control) { self.control = control }

  /// The control with a label, in any section or table of a page.
  init(_ label: String, on page: Page, within heading: String? = nil) throws {
    let controls = page.sections.filter { section in heading.map { section.heading.text.contains($0) } ?? true }
      .flatMap { $0.controls + ($0.table?.rows ?? []).flatMap { $0.flatMap(\.controls) } }
    control = try #require(
      controls.first { $0.label.text == label }, "\(label) is not among \(controls.map(\.label.text))")
  }

  /// - Parameter values: entered in place of the shown ones, by the member of the act.
  func order(_ values: [String: String] = [:], as role: String? = nil) throws -> PersonOrder {
    var act = ActValue.members(control.act)
    for field in control.fields {
      let text = values[field.member] ?? field.value
      let path = field.member.split(separator: "/").map(String.init)
      if text.isEmpty, path.count == 1 {
        try #require(field.isOptional, "\(field.member) has no value")
        continue
      }
      let factor: Int64? =
        switch field.form {
        case .text: nil
        case .number: 1
        case .minutes: 60
        case .hours: 3_600
        }
      let value = try factor.map { ActValue.number(try #require(Int64(text)) * $0) } ?? .text(text)
      act = Self.setting(path[...], of: act, to: value)
    }
    guard case .members(var members) = act else { throw CocoaError(.coderInvalidValue) }
    members["act"] = .text(UUID().uuidString)
    if let role { members["as"] = .text(role) }
    let wire = try JSONText.value(Array(JSONEncoder().encode(members)))
    return try PersonOrder(wire: wire, at: "", from: .extension)
  }

  private static func setting(_ path: ArraySlice<String>, of value: ActValue, to new: ActValue) -> ActValue {
    guard let first = path.first else { return new }
    var members: [String: ActValue] = if case .members(let members) = value { members } else { [:] }
    members[first] = setting(path.dropFirst(), of: members[first] ?? .members([:]), to: new)
    return .members(members)
  }
}
