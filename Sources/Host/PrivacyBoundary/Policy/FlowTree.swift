// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol

/// The policy's rows as a tree, traversed together with a message: one step per member, without building strings.
struct FlowTree: Sendable {
  /// A set of points, one bit each.
  struct Points: OptionSet, Sendable {
    let rawValue: UInt8

    init(rawValue: UInt8) { self.rawValue = rawValue }

    init(_ point: ExtensionPoint) {
      self.init(rawValue: 1 << UInt8(ExtensionPoint.allCases.firstIndex(of: point) ?? 7))
    }

    static let all = Points(rawValue: 0x7F)
  }

  /// The points that may receive a field.
  struct Permission: Sendable {
    /// The points that a row names.
    var listed: Points = []
    /// The listed points that need no seal.
    var unsealed: Points = []
    /// The listed points that may receive the field under every profile.
    var everyProfile: Points = []
  }

  private struct Node: Sendable {
    var children: [String: Int] = [:]
    /// Set if a row ends here.
    var permission: Permission?
    /// The node at which the rows of a type continue.
    var type: Int?
    /// The points that may receive a field below this node. An empty object or array may be sent to them.
    var below: Points = []
  }

  private var nodes: [Node] = [Node()]
  /// The policy that last widened each field, by node. Apart from the nodes, which are copied for each value of a message.
  private var widened: [Int: [ExtensionPoint: Int]] = [:]

  init(_ rows: [FlowRow]) throws {
    var types: [String: Int] = [:]
    for name in Set(rows.compactMap(\.type)).sorted() {
      guard let root = insert([name], allowing: []) else { continue }
      types[name] = root
    }
    for row in rows {
      let path = row.field.split(separator: "/").map(String.init)
      guard let leaf = insert(path, allowing: Points(row.points.map { Points($0) })) else { continue }
      var permission = nodes[leaf].permission ?? Permission()
      for point in row.points {
        guard !permission.listed.contains(Points(point)) else {
          throw FlowPolicyFault("The flow policy lists “\(row.field)” twice for \(point.rawValue).")
        }
        permission.listed.insert(Points(point))
        if row.to[point.rawValue]?.after == nil { permission.unsealed.insert(Points(point)) }
        if row.to[point.rawValue]?.profile == nil { permission.everyProfile.insert(Points(point)) }
        widened[leaf, default: [:]][point] = row.to[point.rawValue]?.widened
      }
      nodes[leaf].permission = permission
      nodes[leaf].type = row.type.flatMap { types[$0] }
    }
  }

  /// Checks `value` against the rows below `root`.
  ///
  /// - Parameter consent: the policy that the family's person agreed to; `nil` for the one in force.
  /// - Throws: the error for the first field, in canonical order, that may not be sent.
  func check(
    _ value: WireValue, at root: String, for point: ExtensionPoint, isSealed: Bool, profile: PrivacyProfile,
    consent: Int?
  ) throws(FlowPolicyError) {
    guard let node = nodes[0].children[root] else {
      throw FlowPolicyError(reason: .message, field: root, point: point)
    }
    let walk = Walk(
      point: point, bit: Points(point), isSealed: isSealed, isOpen: profile == .open, consent: consent ?? .max)
    if let failure = refusal(of: value, at: node, walk) {
      throw FlowPolicyError(
        reason: failure.reason, field: ([root] + failure.path.reversed()).joined(separator: "/"), point: point)
    }
  }

  // MARK: -

  private struct Walk {
    let point: ExtensionPoint
    let bit: Points
    let isSealed: Bool
    let isOpen: Bool
    let consent: Int
  }

  /// A refusal with its path, built while returning from the recursion, innermost member first.
  private struct Refusal {
    var reason: FlowPolicyError.Reason
    var path: [String] = []
  }

  private func refusal(of value: WireValue, at index: Int, _ walk: Walk) -> Refusal? {
    let node = nodes[index]
    if let permission = node.permission, let reason = reason(to: permission, at: index, walk) {
      return Refusal(reason: reason)
    }
    switch value {
    case .array(let elements):
      // Arrays are transparent: each element has the path of the array.
      for element in elements {
        if let refusal = refusal(of: element, at: index, walk) { return refusal }
      }
      return elements.isEmpty ? refusalOfEmpty(node, walk) : nil
    case .object(let object):
      let children = node.type.map { nodes[$0].children } ?? node.children
      for member in object.members {
        guard let child = children[member.name] else { return Refusal(reason: .unlisted, path: [member.name]) }
        if var refusal = refusal(of: member.value, at: child, walk) {
          refusal.path.append(member.name)
          return refusal
        }
      }
      return object.members.isEmpty ? refusalOfEmpty(node, walk) : nil
    case .null, .bool, .integer, .string:
      // A scalar in place of an object: no row ends here, so nothing allows it.
      return node.permission != nil && node.type == nil ? nil : Refusal(reason: .unlisted)
    }
  }

  private func refusalOfEmpty(_ node: Node, _ walk: Walk) -> Refusal? {
    node.permission != nil || node.below.contains(walk.bit) ? nil : Refusal(reason: .point)
  }

  private func reason(to permission: Permission, at index: Int, _ walk: Walk) -> FlowPolicyError.Reason? {
    guard permission.listed.contains(walk.bit) else { return .point }
    guard walk.isSealed || permission.unsealed.contains(walk.bit) else { return .beforeSeal }
    guard walk.isOpen || permission.everyProfile.contains(walk.bit) else { return .profile }
    guard walk.consent == .max || walk.consent >= widened[index]?[walk.point] ?? 1 else { return .consent }
    return nil
  }

  private mutating func insert(_ path: [String], allowing points: Points) -> Int? {
    var index = 0
    for name in path {
      nodes[index].below.formUnion(points)
      if let child = nodes[index].children[name] {
        index = child
      } else {
        nodes.append(Node())
        nodes[index].children[name] = nodes.count - 1
        index = nodes.count - 1
      }
    }
    return path.isEmpty ? nil : index
  }
}
