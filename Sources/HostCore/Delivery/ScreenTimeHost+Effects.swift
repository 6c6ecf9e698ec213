// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import PrivacyBoundary
import ScreenTimeRules

// MARK: - From effects to rules

extension ScreenTimeHost {
  /// Checks effects against point and capabilities and resolves their tokens; nothing is applied here.
  func resolve(
    _ effects: [Effect], of family: FamilyID, _ program: HostedProgram, pointer: String
  ) throws(ErrorObject) -> [ResolvedEffect] {
    guard let manifest = families[family]?.manifest else {
      throw ErrorObject(.denied, "The family \(family.rawValue) is not configured.")
    }
    do throws(EffectRefusal) {
      try EffectPolicy(
        point: program.point, capabilities: program.granted, groups: Set(manifest.groups), policy: policy
      )
      .check(effects)
      let kept = effects.map { effect -> Effect in
        guard case .setDefault(let suite, let key, let value) = effect else { return effect }
        return .setDefault(suite: DefaultsSuite.key(for: suite, at: program.point), key: key, value: value)
      }
      return try EffectResolver(
        registry: tokens, family: family.rawValue, behaviour: manifest.behaviour, now: state.now
      ).resolve(kept)
    } catch {
      throw error.error
    }
  }
}
