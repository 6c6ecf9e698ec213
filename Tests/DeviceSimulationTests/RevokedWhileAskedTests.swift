// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import HostCore
import ProcessSupervision
import ScreenTimeRules
import Testing

@testable import DeviceSimulation

/// Approvals that are revoked while an app waits for the person's answer.
@Suite struct RevokedWhileAskedTests {
  @Test(arguments: [PromptReply.picked(.init(applications: [Household.applications[0].id])), .picked(nil)])
  func `a pick after the approval was revoked issues no token, and the app is refused (H4, A9)`(
    _ reply: PromptReply
  ) throws {
    let folder = StateFolder()
    let driver = try HandDriver(families: 1, in: folder.path)
    try driver.approve("family0")
    try driver.reply(try #require(driver.calls.last))
    try driver.take(.person(PersonAct(.opens(FamilyID("family0"), stays: false))))
    let opening = try #require(driver.calls(of: "family0").last { $0.params.callback.name == "activate" })
    let question = QuestionID(opening.id, 7)
    try driver.take(.asked(question, .request(.pick(PickParams(includeEntireCategory: false)))))
    let prompt = try #require(driver.prompts.last)
    try driver.take(.person(PersonAct(.revokes(FamilyID("family0"), by: .guardian, keepsShields: false))))
    let revoked = driver.state
    try driver.take(.person(PersonAct(.answers(prompt, reply))))
    if case .refusal(let error)? = driver.answers[question] {
      #expect(error.code == .unauthorized)
    } else {
      Issue.record("\(String(describing: driver.answers[question]))")
    }
    #expect(driver.state == revoked)
  }
}
