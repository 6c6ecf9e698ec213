// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
import PrivacyBoundary
import ProcessSupervision
package import ScreenTimeRules
import Surfaces

// MARK: - Acts of people and operators

/// Each act is durable when the call returns; if it throws, nothing has changed.
extension VirtualDriver {
  /// Sets the clock, after the machine's clock was set or the machine was off and no sample covers that time (D17).
  package func setClock(to time: Timestamp) throws { try act(.source(.clockJumped(to: time))) }

  /// Opens an item until an instant, as a guardian's grant (LIVE-GRT1).
  package func grant(_ item: Item, until end: Timestamp) throws { try act(.operator(.grant(item, until: end))) }

  /// Replaces the operator's own policy (M2).
  package func setOperatorStores(_ stores: [String: SettingsStore]) throws { try act(.operator(.policy(stores))) }

  /// Lets a quarantined or disabled program run again, at the operator's request.
  package func reset(_ program: String) throws { try act(.operator(.reset(ProgramID(program)))) }

  /// Sends a delivery that failed or expired once more.
  package func resend(_ sequence: Int64, of family: FamilyID) throws {
    try act(.operator(.delivers))
    try act(.operator(.resend(family, sequence: sequence)))
  }

  /// Takes a delivery that failed or expired off the list.
  package func dismiss(_ sequence: Int64, of family: FamilyID) throws {
    try act(.operator(.dismiss(family, sequence: sequence)))
  }

  package func rotateTokens(of family: FamilyID) throws { try act(.operator(.rotateTokens(family))) }

  /// Enters an export from the host in the ledger.
  package func enterExport(of what: String) throws { try act(.operator(.exported(what))) }

  /// Enters the verdict of a boundary check on one build of a family in the ledger.
  package func enterCheck(_ verdict: String, of family: FamilyID, build: FamilyBuild?) throws {
    try act(.operator(.checked(family, verdict: verdict, build: build?.fingerprint)))
  }

  /// Opens a family's app, as the person.
  package func open(_ family: FamilyID) throws {
    try act(.operator(.delivers))
    try act(.person(person.opening(of: family)))
  }

  package func revoke(_ family: FamilyID, by authority: Authority, keepsShields: Bool = false) throws {
    try act(.person(PersonAct(.revokes(family, by: authority, keepsShields: keepsShields))))
  }

  package func remove(_ family: FamilyID, by authority: Authority) throws {
    try act(.person(PersonAct(.removes(family, by: authority))))
    try FamilyErasure(configuration, store: facts.store).eraseDue()
  }

  package func agree(to family: FamilyID, by authority: Authority) throws {
    try act(.person(PersonAct(.agrees(family, by: authority))))
  }

  package func resetIdentifiers(of family: FamilyID) throws {
    try act(.person(PersonAct(.resetsIdentifiers(family))))
  }

  package func withdraw(_ item: Item, from family: FamilyID) throws {
    try act(.person(PersonAct(.withdraws(item, from: family))))
  }

  package func turnLedger(on isOn: Bool) throws { try act(.person(PersonAct(.turnsLedger(isOn: isOn)))) }

  /// Presses a button of a shield.
  package func press(_ button: ShieldButton, on shield: Shield) throws {
    try act(.operator(.delivers))
    try act(.person(PersonAct(.presses(button, shield))))
  }

  // MARK: - Drawing on request

  /// The look of a shield: the extension's or the default one (S4), with the grade of the process that drew it.
  package func look(at shield: Shield, isRedraw: Bool = false) throws -> DrawnShield {
    stage.forgetAsked()
    try act(.person(PersonAct(.looksAt(shield, isRedraw: isRedraw))))
    try stage.pages?.flush()
    guard var drawn = stage.askedShield else { throw HostError(.failed, "The shield was not drawn.") }
    drawn.path = writtenPages.last
    return drawn
  }

  /// Draws one report in a fresh, sealed process.
  ///
  /// - Throws: `HostError` for a family that has no report or is not approved. Any other failure gives the placeholder.
  package func render(_ request: ReportRequest) throws -> RenderedReport {
    stage.forgetAsked()
    try act(.person(PersonAct(.opensReport(request))))
    guard let drawn = stage.askedReport else { throw HostError(.failed, "The report was not drawn.") }
    return drawn
  }

  /// The pages written in this run, in order.
  package var writtenPages: [String] { stage.pages?.written ?? [] }
}
