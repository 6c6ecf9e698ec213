// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import FamilyControls
import ManagedSettings
import SwiftUI
import Testing

/// Every symbol of `screen-time.md` by its name.
@MainActor @Suite struct FamilyControlsCensus {
  @Test func `errors have Apple's raw values and a description`() {
    let all: [FamilyControlsError] = [
      .restricted, .unavailable, .invalidAccountType, .invalidArgument, .authorizationConflict, .authorizationCanceled,
      .networkError, .authenticationMethodUnavailable, .unauthorized,
    ]
    #expect(all.map(\.rawValue) == Array(0...8))
    #expect(FamilyControlsError(rawValue: 3) == .invalidArgument)
    #expect(FamilyControlsError(rawValue: 9) == nil)
    #expect(all.allSatisfy { $0.errorDescription?.isEmpty == false && !$0.errorUserInfo.isEmpty })
    #expect(Set(all).count == 9)
    #expect(!FamilyControlsError.errorDomain.isEmpty && FamilyControlsError.restricted.errorCode == 0)
  }

  @Test func `statuses and members are plain integers in JSON`() throws {
    let statuses: [AuthorizationStatus] = [.notDetermined, .denied, .approved, .approvedWithDataAccess]
    #expect(statuses.map(\.rawValue) == [0, 1, 2, 3])
    #expect(try String(decoding: JSONEncoder().encode(statuses), as: UTF8.self) == "[0,1,2,3]")
    let members: [FamilyControlsMember] = [.child, .individual]
    #expect(members.map(\.rawValue) == [0, 1])
    #expect(Set(statuses.map(\.description)).count == 4 && members[0].description != members[1].description)
  }

  @Test func `the centre answers without a host`() async {
    let center = AuthorizationCenter.shared
    #expect(center.authorizationStatus == .notDetermined)
    _ = center.objectWillChange
    _ = center.$authorizationStatus
    await #expect(throws: FamilyControlsError.unavailable) { try await center.requestAuthorization(for: .individual) }
    let revoked = await withCheckedContinuation { continuation in
      center.revokeAuthorization { continuation.resume(returning: $0) }
    }
    #expect(throws: FamilyControlsError.unavailable) { try revoked.get() }
    let older: any AskedAsIniOS15 = center
    let asked = await withCheckedContinuation { continuation in
      older.requestAuthorization { continuation.resume(returning: $0) }
    }
    #expect(throws: FamilyControlsError.unavailable) { try asked.get() }
  }

  @Test func `a selection survives a round trip and compares by value`() throws {
    var selection = FamilyActivitySelection(includeEntireCategory: true)
    selection.applicationTokens = []
    selection.categoryTokens = []
    selection.webDomainTokens = []
    let copy = try JSONDecoder().decode(FamilyActivitySelection.self, from: JSONEncoder().encode(selection))
    #expect(copy == selection && copy.includeEntireCategory)
    #expect(FamilyActivitySelection() != selection)
    #expect(selection.applications.isEmpty && selection.categories.isEmpty && selection.webDomains.isEmpty)
  }

  @Test func `pickers and labels are views`() throws {
    let selection = Binding.constant(FamilyActivitySelection())
    let views: [any View] = [
      FamilyActivityPicker(selection: selection),
      FamilyActivityPicker(headerText: "h", footerText: "f", selection: selection),
      Text("").familyActivityPicker(isPresented: .constant(false), selection: selection),
      Text("").familyActivityPicker(
        headerText: "h", footerText: nil, isPresented: .constant(false), selection: selection),
      Text("").familyActivityPicker(
        title: "t", headerText: nil, footerText: nil, isPresented: .constant(false), selection: selection),
    ]
    #expect(views.count == 5)
    func labels(_ a: ApplicationToken, _ c: ActivityCategoryToken, _ w: WebDomainToken) -> [any View] {
      let labels: [Label<FamilyActivityTitleView, FamilyActivityIconView>] = [Label(a), Label(c), Label(w)]
      return labels
    }
    let tokens = try Tokens()
    #expect(labels(tokens.application, tokens.category, tokens.webDomain).count == 3)
  }
}

/// Calls the deprecated form without a warning.
private protocol AskedAsIniOS15 {
  func requestAuthorization(completionHandler: @escaping (Result<Void, any Error>) -> Void)
}

extension AuthorizationCenter: AskedAsIniOS15 {}

/// Well-formed tokens of each kind, as in a family's saved data.
struct Tokens {
  let application: ApplicationToken
  let category: ActivityCategoryToken
  let webDomain: WebDomainToken

  init() throws {
    func decode<T: Decodable>(_ text: String) throws -> T {
      try JSONDecoder().decode(T.self, from: Data(#"{"data":"\#(text)"}"#.utf8))
    }
    application = try decode("AQEAAZ+kFYJXGrDZLxWo8X28hlQRjWX9")
    category = try decode("AQMAAdIesN0jREyJHbjB9wlSYgmqEgxS")
    webDomain = try decode("AQIAAdIesN0jREyJHbjB9wlSYgmqEgxS")
  }
}
