// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionRuntime
internal import ScreenTimeVocabulary
public import SwiftUI
internal import Synchronization

/// Asks the person for the family's authorization, and says how it stands.
///
/// ### On Linux
/// The status is right at the first read; an app that chose `appleCompatible` reads `notDetermined` until its first
/// request or change, as at Apple (A1). Only the app may ask (A2); a request always returns, with a refusal after five
/// minutes at the latest (A13). Giving a child's authorization back needs its guardian (A8).
public class AuthorizationCenter: ObservableObject, @unchecked Sendable {
  // SAFETY: `observation` is a constant, the requests in flight and the concealment are guarded by their locks, and
  // `@Published` guards itself.
  /// The only one: authorization is the family's.
  public static let shared = AuthorizationCenter()

  /// How it stands now; `$authorizationStatus` sends this value and then each change once, on the main actor (A1, A10).
  @Published public private(set) var authorizationStatus: AuthorizationStatus

  private let observation = SnapshotObservation()
  private let inFlight = Mutex<[FamilyControlsMember: Task<AuthorizationStatus, any Error>]>([:])

  /// What an app that chose `appleCompatible` is not told yet.
  private enum Concealment {
    case none
    /// The status that stays hidden as long as it is the same; `nil` before the first snapshot.
    case hides(AuthorizationStatus?)
  }
  private let concealment: Mutex<Concealment>

  init() {
    let session = ExtensionSession.current
    let conceals = session?.point == .app && session?.terms?.behaviour == .appleCompatible
    concealment = Mutex(conceals ? .hides(session?.snapshot.map { AuthorizationStatus($0.authorization) }) : .none)
    authorizationStatus = conceals ? .notDetermined : Self.snapshotStatus
    observation.start { [weak self] in self?.observe(Self.snapshotStatus) }
  }

  /// The form of iOS 15: asks for `.child`, and tells the outcome once, from a task of its own.
  @available(*, deprecated, message: "Use requestAuthorization(for:).")
  public func requestAuthorization(completionHandler: @escaping (Result<Void, any Error>) -> Void) {
    // SAFETY: as at Apple, the handler is called once, from a task of its own.
    nonisolated(unsafe) let completionHandler = completionHandler
    Task {
      do {
        try await self.requestAuthorization(for: .child)
        completionHandler(.success(()))
      } catch {
        completionHandler(.failure(error))
      }
    }
  }

  /// Asks once; a second call meanwhile joins the first prompt (§8).
  ///
  /// - Throws: `FamilyControlsError`.
  public func requestAuthorization(for member: FamilyControlsMember) async throws {
    guard let session = ExtensionSession.current else { throw FamilyControlsError.unavailable }
    guard session.point == .app else {
      if Self.snapshotStatus == .approved { return }
      throw FamilyControlsError.invalidArgument
    }
    concealment.withLock { $0 = .none }
    let task = inFlight.withLock { tasks in
      if let task = tasks[member] { return task }
      let task = Task { try await Self.ask(for: member, in: session) }
      tasks[member] = task
      return task
    }
    defer { inFlight.withLock { $0[member] = nil } }
    do { update(to: try await task.value) } catch {
      if error as? FamilyControlsError == .authorizationCanceled { update(to: .denied) }
      throw error
    }
  }

  /// Gives the authorization back; without one, nothing changes (A9).
  public func revokeAuthorization(completionHandler: @escaping (Result<Void, any Error>) -> Void) {
    guard let session = ExtensionSession.current else {
      completionHandler(.failure(FamilyControlsError.unavailable))
      return
    }
    guard Self.snapshotStatus == .approved else {
      completionHandler(.success(()))
      return
    }
    do {
      // Asked at once, since only the host knows what a guardian says (A8).
      try session.writeOrThrow(.revokeAuthorization, asksHost: true)
      update(to: .denied)
      completionHandler(.success(()))
    } catch {
      completionHandler(.failure(Self.failure(error)))
    }
  }
}

// MARK: - The host

extension AuthorizationCenter {
  private static var snapshotStatus: AuthorizationStatus {
    AuthorizationStatus(ExtensionSession.current?.snapshot?.authorization)
  }

  /// A snapshot has come; under concealment only another status than the hidden one is news (A1).
  private func observe(_ status: AuthorizationStatus) {
    let isHidden = concealment.withLock { concealment in
      guard case .hides(let known) = concealment else { return false }
      concealment = known == nil || known == status ? .hides(status) : .none
      if case .hides = concealment { return true }
      return false
    }
    if !isHidden { update(to: status) }
  }

  /// Each change is published once.
  private func update(to status: AuthorizationStatus) {
    if authorizationStatus != status { authorizationStatus = status }
  }

  private static func ask(
    for member: FamilyControlsMember, in session: ExtensionSession
  ) async throws -> AuthorizationStatus {
    do throws(HostRequestFailure) {
      let params = AuthorizeParams(member: member == .child ? .child : .individual)
      let result: AuthorizeResult = try await session.request(.authorize, params)
      session.adopt(result.authorization)
      return AuthorizationStatus(result.authorization)
    } catch {
      throw failure(error)
    }
  }

  private static func failure(_ error: any Error) -> any Error {
    guard case .refused(let refusal)? = error as? HostRequestFailure else { return FamilyControlsError.unavailable }
    return switch refusal.reason.flatMap(AuthorizationRefusal.init(rawValue:)) {
    case .restricted: FamilyControlsError.restricted
    case .unavailable: FamilyControlsError.unavailable
    case .invalidAccountType: FamilyControlsError.invalidAccountType
    case .authorizationConflict: FamilyControlsError.authorizationConflict
    case .authenticationMethodUnavailable: FamilyControlsError.authenticationMethodUnavailable
    // A7: too many prompts give the same answer as a refusal.
    case .authorizationCanceled: FamilyControlsError.authorizationCanceled
    case nil: refusal.code == .denied ? FamilyControlsError.restricted : FamilyControlsError.authorizationCanceled
    }
  }
}

extension AuthorizationStatus {
  fileprivate init(_ authorization: Authorization?) {
    self =
      switch authorization {
      case .approved?: .approved
      case .denied?: .denied
      case .notDetermined?, nil: .notDetermined
      }
  }
}
