// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol

/// The effects that a point may request with its capabilities (`wire.md#effects`). Checked before tokens are resolved.
package struct EffectPolicy: Sendable {
  package let point: ExtensionPoint
  /// The capabilities that were requested and that the operator allows, restricted to those of the point.
  package let capabilities: Set<Capability>
  /// The manifest's groups: the suites of defaults besides `standard` (C14).
  package let groups: Set<String>

  private let permissions: [Effect.Kind: FlowPolicy.EffectPermission]

  /// - Parameter policy: the source of the effect permissions. The wire module has such a list too, for the SDK's early
  ///   checks. The host doesn't use it, so that an error in one list doesn't affect the other.
  package init(point: ExtensionPoint, capabilities: Set<Capability>, groups: Set<String>, policy: FlowPolicy) {
    permissions = policy.effects
    self.point = point
    self.capabilities = capabilities.filter { $0.isOpen(to: point) }
    self.groups = groups
  }

  /// Checks the effects in list order.
  ///
  /// - Throws: the first refusal: 1103 for an effect that is not open or not granted (WIRE-B13), 1104 and 1109 for the
  ///   list itself.
  package func check(_ effects: [Effect]) throws(EffectRefusal) {
    guard effects.count <= WireLimits.effectsPerReply else {
      throw EffectRefusal(
        .limit, at: "/effects",
        "A reply may hold \(WireLimits.effectsPerReply) effects; this one holds \(effects.count).")
    }
    for (index, effect) in effects.enumerated() {
      try check(effect, at: "/effects/\(index)")
      if effect == .revokeAuthorization, effects.count > 1 {
        throw EffectRefusal(.schema, at: "/effects/\(index)", "The effect revokeAuthorization must be the only one.")
      }
    }
  }

  private func check(_ effect: Effect, at pointer: String) throws(EffectRefusal) {
    let kind = effect.kind
    guard let permission = permissions[kind], permission.points.contains(point) else {
      throw EffectRefusal(
        .denied, at: pointer, "The effect \(kind.rawValue) is not open to the point \(point.rawValue).")
    }
    guard capabilities.contains(permission.capability) else {
      throw EffectRefusal(
        .denied, at: pointer,
        "The effect \(kind.rawValue) needs the capability “\(permission.capability.rawValue)”, which is not granted.")
    }
    if case .setDefault(let suite, _, _) = effect, suite != "standard", !groups.contains(suite) {
      throw EffectRefusal(
        .denied, at: pointer + "/suite", "The manifest declares no group “\(suite)”, so nothing can be kept there.")
    }
  }
}
