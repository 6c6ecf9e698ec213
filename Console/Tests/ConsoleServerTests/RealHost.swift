// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing

/// A process of `sallyport run --live` over Homework and Limits, with a pipe as its source, from an empty state.
final class RealHost {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path
  static let sallyport = root + "/.build/debug/sallyport"

  /// Whether the host and the example family are built. Building them is the main package's.
  static var isBuilt: Bool {
    [
      sallyport, root + "/.build/debug/sallyport-launch", root + "/.build-extensions/release/Homework",
      root + "/.build-extensions/release/Limits",
    ]
    .allSatisfy { FileManager.default.isExecutableFile(atPath: $0) }
  }

  let state: String
  private let place: String
  private let process = Process()
  private let input = Pipe()
  private let place_: URL
  private let reporter = UseReporter()

  /// - Parameter homework: the manifest of Homework; the one of the extensions has its widget too.
  init(person: String = "child", homework: String = "manifests/homework.json") throws {
    place = NSTemporaryDirectory() + "sallyport-real-\(UUID().uuidString.prefix(8))"
    place_ = URL(filePath: place)
    state = place + "/state"
    try FileManager.default.createDirectory(
      atPath: place + "/manifests", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    for path in [homework, "Extensions/manifests/limits.json"] {
      let manifest = try String(contentsOfFile: "\(Self.root)/\(path)", encoding: .utf8)
        .replacing(/"(\.\.\/)+\.build-extensions/, with: "\"\(Self.root)/.build-extensions")
      try manifest.write(
        toFile: "\(place)/manifests/\((path as NSString).lastPathComponent)", atomically: true, encoding: .utf8)
    }
    process.executableURL = URL(filePath: Self.sallyport)
    process.arguments = [
      "run", "--live", "--source", "-", "--manifests", place + "/manifests", "--state", state, "--person", person,
      "--profile", "open",
    ]
    process.standardInput = input
    try installApplications()
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["XDG_DATA_DIRS": place + "/share", "XDG_DATA_HOME": place + "/home"]) { $1 }
    _ = FileManager.default.createFile(atPath: place + "/log", contents: nil)
    let log = try FileHandle(forWritingTo: URL(filePath: place + "/log"))
    (process.standardOutput, process.standardError) = (log, log)
    try process.run()
    let end = ContinuousClock.now + .seconds(60)
    while !FileManager.default.fileExists(atPath: state + "/host.sock"), ContinuousClock.now < end {
      Thread.sleep(forTimeInterval: 0.1)
    }
    try #require(FileManager.default.fileExists(atPath: state + "/host.sock"), "\(log_)")
  }

  /// The applications of this device, whatever the machine has.
  private func installApplications() throws {
    let directory = place + "/share/applications"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    for (id, name, category) in [
      ("supertux2", "SuperTux", "Game"), ("org.gnome.TextEditor", "Text Editor", "Office"),
      ("org.mozilla.firefox", "Firefox", "Network"),
    ] {
      try "[Desktop Entry]\nType=Application\nName=\(name)\nExec=\(id)\nCategories=\(category);\n"
        .write(toFile: "\(directory)/\(id).desktop", atomically: true, encoding: .utf8)
    }
  }

  private var log_: String { (try? String(contentsOfFile: place + "/log", encoding: .utf8)) ?? "" }
  var log: String { log_ }

  deinit {
    reporter.stop()
    kill(process.processIdentifier, SIGTERM)
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: place_)
  }

  /// Reports an item as in use. The same item again makes its sample longer.
  func use(_ kind: String, _ id: String) throws {
    try reporter.report([.init(kind: kind, id: id)], to: input.fileHandleForWriting)
  }

  /// Reports an item as in use from now on, twice a second, until another one is.
  func keepUsing(_ kind: String, _ id: String) throws {
    try keepUsing([.init(kind: kind, id: id)])
  }

  /// Reports a page and its browser as in use from now on, as the sources of a device do.
  func keepUsing(page: String, in browser: String) throws {
    try keepUsing([.init(kind: "app", id: browser), .init(kind: "web", id: page)])
  }

  private func keepUsing(_ items: [UseReporter.Item]) throws {
    let (reporter, pipe) = (reporter, input.fileHandleForWriting)
    try reporter.report(items, to: pipe)
    Thread.detachNewThread {
      repeat { Thread.sleep(forTimeInterval: 0.5) } while reporter.goesOn(with: items, to: pipe)
    }
  }

  func end() {
    reporter.stop()
    kill(process.processIdentifier, SIGTERM)
    process.waitUntilExit()
  }

  /// Runs a command over this state.
  func command(_ arguments: String...) throws -> (status: Int32, text: String) {
    let command = Process()
    let output = Pipe()
    command.executableURL = URL(filePath: Self.sallyport)
    command.arguments = arguments + ["--state", state]
    (command.standardOutput, command.standardError) = (output, output)
    try command.run()
    let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    command.waitUntilExit()
    return (command.terminationStatus, text)
  }
}

/// The samples of a person who uses one item after the other.
private final class UseReporter: Sendable {
  struct Item: Equatable {
    var kind: String
    var id: String
  }

  private let inUse = Mutex<(items: [Item], start: Int64)?>(nil)

  func report(_ items: [Item], to pipe: FileHandle) throws {
    try inUse.withLock { inUse in try Self.report(items, &inUse, to: pipe) }
  }

  /// - Returns: `false` once something else is in use, or the host ends.
  func goesOn(with items: [Item], to pipe: FileHandle) -> Bool {
    inUse.withLock { inUse in
      guard inUse?.items == items else { return false }
      return (try? Self.report(items, &inUse, to: pipe)) != nil
    }
  }

  private static func report(
    _ items: [Item], _ inUse: inout (items: [Item], start: Int64)?, to pipe: FileHandle
  ) throws {
    let now = Int64(Date().timeIntervalSince1970 * 1_000)
    let start = inUse?.items == items ? inUse?.start ?? now : now
    inUse = (items, start)
    for item in items {
      let line =
        #"{"v":1,"source":"replay","stream":"\#(item.kind)","kind":"\#(item.kind)","id":"\#(item.id)","#
        + #""start":\#(start),"end":\#(now + 1),"resolution":1}"#
      try pipe.write(contentsOf: Data((line + "\n").utf8))
    }
  }

  /// Nothing is written from here on, since a host that has ended reads nothing.
  func stop() { inUse.withLock { $0 = nil } }
}
