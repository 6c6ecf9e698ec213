// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionTransport
internal import FamilyManifests
internal import HostCore
internal import ProcessSupervision

/// The programs of a simulated device: every launch starts a new script on the real wire code.
final class ScriptedPrograms: ProgramSource {
  let time = SimulatedTime()
  private let brain: ScriptBrain

  init(brain: ScriptBrain) { self.brain = brain }

  func program(
    _ declaration: ExtensionDeclaration, of family: LoadedFamily, granted: Set<Capability>
  ) throws -> PreparedProgram {
    PreparedProgram(
      launching: ScriptedLaunching(
        declaration: declaration, version: family.manifest.version, brain: brain, time: time),
      build: ProgramBuild(known: "script"))
  }
}

private final class ScriptedLaunching: ExtensionLaunching {
  private let declaration: ExtensionDeclaration
  private let version: String
  private let brain: ScriptBrain
  private let time: SimulatedTime

  init(declaration: ExtensionDeclaration, version: String, brain: ScriptBrain, time: SimulatedTime) {
    self.declaration = declaration
    self.version = version
    self.brain = brain
    self.time = time
  }

  var clock: DeadlineClock { time.clock }

  func launch() throws(LaunchFailure) -> any ExtensionChild {
    ScriptedChild(id: declaration.id, point: declaration.point, version: version, brain: brain, time: time)
  }
}

/// A script in the place of a process.
///
/// SAFETY: `@unchecked Sendable` because one thread of a simulation runs at a time; see `Strand`.
private final class ScriptedChild: ExtensionChild, @unchecked Sendable {
  let channel: any MessageChannel
  let grade: String
  /// No process has this ID.
  let processID: Int32 = 0
  private let stream: ScriptedStream
  private let script: ExtensionScript
  private let isSealed: Bool
  private var wasKilled = false

  init(id: String, point: ExtensionPoint, version: String, brain: ScriptBrain, time: SimulatedTime) {
    isSealed = point.isSealed
    grade = point.isSealed ? "sealed" : "confined"
    stream = ScriptedStream(time: time)
    script = ExtensionScript(id: id, point: point, version: version, brain: brain, stream: stream)
    channel = MessageConnection(stream: stream, limits: .host(receiving: .helloReply))
    stream.onWrite = { [unowned script] in script.hear($0) }
    script.begin()
  }

  // A script runs only while it handles a message, so there is nothing to stop.
  func holdStill() -> Bool { true }
  func letGo() {}
  func move(to cores: [Int]) -> [Int]? { nil }

  func kill() {
    wasKilled = wasKilled || !stream.hasLeft
    stream.fall()
  }

  func waitForExit(atMost timeout: Duration) -> ChildExit? {
    guard stream.hasLeft else { return nil }
    return wasKilled ? .signalled(9) : script.exit
  }

  func log() -> CapturedLog { CapturedLog(isCountedOnly: isSealed) }
  func sealDifferences() -> [String] { [] }
  func release() {}
}
