// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionRuntime
internal import ScreenTimeVocabulary
public import SwiftUI
internal import Synchronization

/// An object that requests the family's authorization from the person and reports its status.
///
/// ### On Linux
/// The status is correct at the first read. With `appleCompatible`, it is `notDetermined` until the first request or
/// change, as in Apple's implementation. Only the app may request authorization. A request always returns, after at
/// most five minutes, with an error if there was no answer. Revoking a child's authorization requires the guardian.
public class AuthorizationCenter: ObservableObject, @unchecked Sendable {
  // SAFETY: `observation` is a constant, the requests in progress and the concealment are guarded by their locks, and
  // `@Published` synchronizes its own access.
  /// The shared centre for the family.
  public static let shared = AuthorizationCenter()

  /// The current status. `$authorizationStatus` publishes it, and then each change once, on the main actor.
  @Published public private(set) var authorizationStatus: AuthorizationStatus

  private let observation = SnapshotObservation()
  private let inFlight = Mutex<[FamilyControlsMember: Task<AuthorizationStatus, any Error>]>([:])

  /// The status that is hidden from an app with `appleCompatible`.
  private enum Concealment {
    case none
    /// Hides this status until it changes; `nil` before the first snapshot.
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

  /// Requests authorization for a child, with the signature of iOS 15. Calls the handler once, from a separate task.
  @available(*, deprecated, message: "Use requestAuthorization(for:).")
  public func requestAuthorization(completionHandler: @escaping (Result<Void, any Error>) -> Void) {
    // SAFETY: as in Apple's implementation, the handler is called once, from a separate task.
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

  /// Requests authorization. A second call during a request waits for the same prompt.
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
    do { update(to: try await task.value) } catch let error as Unsuccessful {
      if error.isDenial { update(to: .denied) }
      throw error.failure
    }
  }

  /// Revokes the authorization. Without an authorization, nothing changes.
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
      // Ask the host at once, because only it can ask a guardian (A8).
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

  /// Handles a new snapshot. While the status is hidden, only a different status is published (A1).
  private func observe(_ status: AuthorizationStatus) {
    let isHidden = concealment.withLock { concealment in
      guard case .hides(let known) = concealment else { return false }
      concealment = known == nil || known == status ? .hides(status) : .none
      if case .hides = concealment { return true }
      return false
    }
    if !isHidden { update(to: status) }
  }

  /// Publishes each change once.
  private func update(to status: AuthorizationStatus) {
    if authorizationStatus != status { authorizationStatus = status }
  }

  /// A request that was not granted.
  private struct Unsuccessful: Error {
    var failure: any Error
    /// Whether the person refused. A prompt that nobody answered ends with the same error, but the status stays (A13).
    var isDenial: Bool

    init(_ error: HostRequestFailure) {
      failure = AuthorizationCenter.failure(error)
      if case .refused(let refusal) = error {
        isDenial =
          refusal.code == .authorization && refusal.retry == .never
          && refusal.reason == AuthorizationRefusal.authorizationCanceled.rawValue
      } else {
        isDenial = false
      }
    }
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
      throw Unsuccessful(error)
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
    // A7: too many prompts give the same error as a refusal.
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
