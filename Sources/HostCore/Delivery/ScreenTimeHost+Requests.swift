// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore

// MARK: - Making requests

extension ScreenTimeHost {
  func encoder(for point: ExtensionPoint, of family: FamilyID) -> RequestEncoder {
    RequestEncoder(policy: policy, point: point, profile: profile, consent: agreedPolicy(of: family))
  }

  func snapshot(of family: FamilyID, in state: DeviceState, for point: ExtensionPoint) -> Snapshot {
    guard let known = state.families[family] else { return Snapshot(environment: configuration.environment) }
    let builder = SnapshotBuilder(
      environment: configuration.environment, minting: FamilyMinting(tokens: tokens, family: family.rawValue),
      groups: families[family]?.manifest.groups ?? [])
    let agreed = agreedPolicy(of: family)
    // What rides along stays at home when it is suspended; the message goes without it (FP6).
    let media =
      policy.isSuspended(release: 9, at: point, since: agreed) ? nil : effectiveMedia(of: family, in: state)
    var snapshot = builder.snapshot(of: known, for: point, effective: media)
    guard !policy.isSuspended(release: 5, at: point, since: agreed) else { return snapshot }
    snapshot.tokens = tokens.invalidTokens(of: family.rawValue).compactMap { token, reason in
      token.wireToken.map { TokenStatus($0, because: reason) }
    }
    return snapshot
  }

  /// The three merged media values, of whom the rules let the family read (M9). Absent while they are the defaults.
  private func effectiveMedia(of family: FamilyID, in state: DeviceState) -> EffectiveMedia? {
    let settings = rules.effectiveSettings(readableBy: family, in: state)
    let media = EffectiveMedia(
      denyExplicitContent: settings.isRestricted(.denyExplicitContent),
      maximumMovieRating: settings.rating(.maximumMovieRating),
      maximumTVShowRating: settings.rating(.maximumTVShowRating))
    return media == EffectiveMedia() ? nil : media
  }

  /// What a callback of a point with a way out is told about its delivery.
  func deliveryInfo(_ delivery: OwedDelivery, cause: DeliveryInfo.Cause, monitor: Delivery? = nil) -> DeliveryInfo {
    let isMonitor = monitor != nil
    return DeliveryInfo(
      sequence: delivery.sequence, cause: cause, attempt: Int64(delivery.attempts) + 1,
      dueAt: isMonitor ? delivery.dueAt.milliseconds : nil,
      now: (isMonitor ? monitorTime(of: FamilyID(delivery.family)) : HostCalendar.wholeMinute(state.now)).milliseconds,
      interval: monitor.map {
        .init(
          id: $0.interval.id, start: $0.interval.start.milliseconds, end: $0.interval.end.milliseconds)
      },
      mode: isMonitor ? (rules.mode == .exact ? .exact : .faithful) : nil,
      seed: delivery.point == ExtensionPoint.app.rawValue ? nil : seed(of: delivery))
  }

  /// From device seed, extension and sequence, so that a redelivery rolls the same dice; within the wire's integers.
  private func seed(of delivery: OwedDelivery) -> Int64 {
    var word = configuration.seed &+ UInt64(bitPattern: delivery.sequence) &* 0x9E37_79B9_7F4A_7C15
    for byte in Array(delivery.family.utf8) + Array(delivery.point.utf8) { word = SplitMix64.mix(word ^ UInt64(byte)) }
    return Int64(word & UInt64(WireLimits.largestInteger))
  }

  /// The answer to an accepted `commit`: revision and snapshot, through the flow policy like every request.
  func commitResult(
    _ state: DeviceState, _ family: FamilyID, _ program: HostedProgram
  ) throws(ErrorObject) -> WireValue {
    let result = CommitResult(
      revision: state.families[family]?.revision ?? 0, snapshot: snapshot(of: family, in: state, for: program.point))
    return try answer { () throws(FlowPolicyError) in try encoder(for: program.point, of: family).result(of: result) }
  }

  /// An encoded answer, or the policy's refusal as an error for the extension.
  func answer(_ encode: () throws(FlowPolicyError) -> EncodedRequest) throws(ErrorObject) -> WireValue {
    do throws(FlowPolicyError) {
      return try encode().body
    } catch {
      throw ErrorObject(.denied, error.description)
    }
  }
}

/// The tokens of one family for items of its own rules: it wrote them by token, so it holds them already (TK5, TK7).
struct FamilyMinting: TokenMinting {
  let tokens: TokenRegistry
  let family: String

  func token(for item: Item) -> WireToken {
    guard let token = tokens.token(for: item, of: family)?.wireToken else {
      // Without a grant a family has no stores and no activities, so nothing asks; the wire still needs a token.
      return WireToken("AQEAAQAAAAAAAAAAAAAAAAAAAAAAAAAA") ?? placeholder
    }
    return token
  }

  func isHeld(_ item: Item) -> Bool { tokens.isIssued(item, to: family) }

  private var placeholder: WireToken { preconditionFailure("the constant above is a token") }
}

extension TokenStatus {
  init(_ token: WireToken, because reason: TokenRegistry.Invalidity) {
    switch reason {
    case .rotated(let successor): self.init(token: token, status: .rotated, to: successor.wireToken)
    case .revoked: self.init(token: token, status: .revoked)
    case .unknown: self.init(token: token, status: .unknown)
    }
  }
}
