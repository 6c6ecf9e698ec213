// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol

/// Which effect is open to which point with which capability (`wire.md#effects`): asked before anything is resolved.
package struct EffectPolicy: Sendable {
  package let point: ExtensionPoint
  /// Granted = requested ∩ operator's policy; the ceiling of the point is applied here once more.
  package let capabilities: Set<Capability>
  /// The manifest's groups: suites of defaults besides `standard` (C14).
  package let groups: Set<String>

  private let permissions: [Effect.Kind: FlowPolicy.EffectPermission]

  /// - Parameter policy: who may ask for which effect. The wire's module has such a list too, for what the SDK offers
  ///   early; what the host accepts doesn't come from there, so that both are never wrong together.
  package init(point: ExtensionPoint, capabilities: Set<Capability>, groups: Set<String>, policy: FlowPolicy) {
    permissions = policy.effects
    self.point = point
    self.capabilities = capabilities.filter { $0.isOpen(to: point) }
    self.groups = groups
  }

  /// Checks the effects in list order.
  ///
  /// - Throws: the first refusal, 1103 for what is not open or not granted (WIRE-B13), 1104 and 1109 for the list
  /// itself.
  package func check(_ effects: [Effect]) throws(EffectRefusal) {
    guard effects.count <= WireLimits.effectsPerReply else {
      throw EffectRefusal(
        .limit, at: "/effects",
        "A reply may hold \(WireLimits.effectsPerReply) effects; this one holds \(effects.count).")
    }
    for (index, effect) in effects.enumerated() {
      try check(effect, at: "/effects/\(index)")
      if effect == .revokeAuthorization, effects.count > 1 {
        throw EffectRefusal(.schema, at: "/effects/\(index)", "The effect revokeAuthorization stands alone.")
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
