// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol

/// Every place in a value, and the value with something else at a place.
extension WireValue {
  /// The pointers of all objects, including the value itself.
  package func objects(at pointer: String = "") -> [String] {
    switch self {
    case .object(let object):
      [pointer] + object.members.flatMap { $0.value.objects(at: "\(pointer)/\($0.name)") }
    case .array(let elements):
      elements.enumerated().flatMap { $0.element.objects(at: "\(pointer)/\($0.offset)") }
    default: []
    }
  }

  /// The pointers of everything except the value itself.
  package func places(at pointer: String = "") -> [String] {
    switch self {
    case .object(let object):
      object.members.flatMap { ["\(pointer)/\($0.name)"] + $0.value.places(at: "\(pointer)/\($0.name)") }
    case .array(let elements):
      elements.enumerated().flatMap {
        ["\(pointer)/\($0.offset)"] + $0.element.places(at: "\(pointer)/\($0.offset)")
      }
    default: []
    }
  }

  /// The value with `new` at `pointer`; `nil` removes the member.
  package func replacing(_ pointer: String, by new: WireValue?) -> WireValue {
    let names = pointer.split(separator: "/")
    guard let first = names.first else { return new ?? .null }
    let rest = names.dropFirst().map { "/\($0)" }.joined()
    switch self {
    case .object(var object):
      let name = String(first)
      object[name] = rest.isEmpty ? new : object[name]?.replacing(rest, by: new)
      return .object(object)
    case .array(var elements):
      guard let index = Int(first), elements.indices.contains(index) else { return self }
      elements[index] = elements[index].replacing(rest, by: new)
      return .array(elements)
    default: return self
    }
  }

  package subscript(pointer: String) -> WireValue? {
    var value = self
    for name in pointer.split(separator: "/") {
      switch value {
      case .object(let object):
        guard let member = object[String(name)] else { return nil }
        value = member
      case .array(let elements):
        guard let index = Int(name), elements.indices.contains(index) else { return nil }
        value = elements[index]
      default: return nil
      }
    }
    return value
  }
}
