// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
import PrivacyBoundary
package import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore

/// An opened device with the lanes of its programs; a driver moves inputs and commands between them.
package final class HostedDevice {
  package let device: Device
  package let lanes: [Lane]
  /// `empty` for a new state, else the SHA-256 of the state that was opened.
  package let base: String
  let observer: RunObserver
  /// What went wrong since the start.
  package private(set) var record = RunRecord()
  /// `nil` once it was tried, or if nothing is launched in the sandbox.
  private var trial: CanaryTrial?

  /// Opens the state directory. Nothing is launched yet. The first input must be `operator(.opens)`.
  ///
  /// - Throws: `HostError`, `StoreError` or `TokenKeyError`, each with a one-sentence message.
  package convenience init(
    _ configuration: HostConfiguration, onEvent: @escaping (HostEvent) -> Void = { _ in }
  ) throws {
    try self.init(configuration, reporter: nil, onEvent: onEvent)
  }

  /// - Parameter reporter: the observer of lanes on threads of their own; `nil` if the device's thread runs them.
  init(_ configuration: HostConfiguration, reporter: LaneReporter?, onEvent: @escaping (HostEvent) -> Void) throws {
    let opened = try DeviceOpening(
      configuration,
      onFirstKey: { key in
        // A reproducible key isn't a secret: it follows from the seed.
        guard !configuration.reproducibleKeys else { return }
        onEvent(HostEvent(at: configuration.start, .ledgerKey, "\(key)"))
      })
    base = try Self.base(of: opened.memory.store)
    observer = try RunObserver(configuration, base: base, onEvent: onEvent)
    observer.advance(to: opened.memory.state.now)
    let loaded = try FamilyLoader(configuration, opened, observer, watching: reporter ?? observer).load()
    trial = loaded.trial
    let owners = try Owners(configuration, opened, loaded.hosted)
    device = Device(owners)
    lanes = owners.registry.programs.compactMap { loaded.lanes[$0.id] }
    guard let reporter else {
      observer.lane = { loaded.lanes[$0] }
      observer.build = { loaded.builds[$0] }
      return
    }
    reporter.watch(loaded.lanes, loaded.builds)
  }

  private static func base(of store: DeviceStore) throws -> String {
    guard let state = try store.read({ try $0.loadState() }) else { return "empty" }
    var digest = RunningDigest()
    digest.update(try CanonicalJSON.bytes(of: state))
    return digest.hexadecimal
  }

  package func lane(_ program: ProgramID) -> Lane? { lanes.first { $0.program == program } }

  /// The results of the launches since the start.
  package var launches: LaunchTally { observer.launches }

  /// Tries the sandbox before anything is launched, and warns of each profile that is not complete.
  func tryCanary() {
    for remark in trial?.run() ?? [] { tell(HostEvent(at: device.now, .warning, "the sandbox", detail: remark)) }
    trial = nil
  }

  // MARK: - Inputs

  /// Passes one input to the device, and its outcome to the recording.
  package func take(_ input: DeviceInput) throws -> [DeviceCommand] {
    do {
      let commands = try device.take(input)
      record.took(input, commands)
      observer.advance(to: device.now)
      try observer.took(input, RecordedInput.Outcome(commands))
      return commands
    } catch {
      try observer.took(input, (error as? HostError).map { .refused($0.description) } ?? .failed)
      throw error
    }
  }

  /// Takes the inputs from lanes that the device has not taken yet.
  package func takeNews() -> [DeviceInput] { observer.takeNews() }

  /// The error in the form of a reply, if there is one.
  package func fault(of reply: WireValue, from program: ProgramID) -> ErrorObject? {
    guard let hosted = device.owners.registry.program(program) else { return .ofNoCall }
    return ReplyForm.fault(
      of: reply, at: hosted.point, assets: device.owners.registry.assets(of: hosted.family))
  }

  // MARK: - Ends

  package func tell(_ event: HostEvent) { observer.tell(event) }

  /// Stops every process and closes the recording. The state stays as it is.
  package func close() throws {
    for lane in lanes { lane.stop(.hostStopping, now: device.now.milliseconds) }
    try finish()
  }

  /// Closes the recording.
  func finish() throws {
    if observer.recordsContent {
      let facts = device.facts
      let span = TimeSpan(start: facts.keptSince, end: device.now)
      observer.record(try facts.closedPeriods(until: span.end), try facts.fillings(within: span))
    }
    try observer.finish()
  }
}
