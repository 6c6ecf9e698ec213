// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A suite of the built test program.
package struct TestSuite: Sendable, Hashable {
  /// `Target.Suite`, as `--filter` takes it.
  package var name: String
  package var seconds: Double = 0
  /// The mutants that the suite reaches when none is selected.
  package var reached: Set<Int> = []

  package init(name: String, seconds: Double = 0, reached: Set<Int> = []) {
    self.name = name
    self.seconds = seconds
    self.reached = reached
  }

  package var target: String { String(name.prefix { $0 != "." }) }
}

/// The test program of the tree.
package struct TestProgram: Sendable {
  package var path: String
  package var folder: URL

  package init(path: String, folder: URL) { (self.path, self.folder) = (path, folder) }

  package init(of tree: URL) throws {
    folder = tree
    let shown = try Command(["swift", "build", "--show-bin-path"], in: tree).run()
    let place = shown.output.split(separator: "\n").last.map(String.init) ?? ""
    let programs = try FileManager.default.contentsOfDirectory(atPath: place).filter {
      $0.hasSuffix("PackageTests.xctest")
    }
    guard let program = programs.first else { throw RunError("\(place) has no test program") }
    path = "\(place)/\(program)"
  }

  /// Changes with every build that links the program.
  package func identity() throws -> String {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    let time = (attributes[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
    return "\(path) of \(time), \(attributes[.size] as? Int ?? 0) bytes"
  }

  package func suites() throws -> [String] {
    Set(try tests().map { line in String(line.prefix { $0 != "/" }) }).sorted()
  }

  /// Every test, such as ``Target.Suite/`name`()``.
  package func tests() throws -> [String] {
    let listed = try Command([path, "--testing-library", "swift-testing", "--list-tests"], in: folder).run()
    guard listed.status == 0 else { throw RunError("the test program lists no tests: \(listed.output.suffix(1000))") }
    return listed.output.split(separator: "\n").map(String.init).filter { $0.contains("/") }
  }

  /// Each run has a folder of its own for its files, because tests that a mutant crashes or that are killed leave copies
  /// of the programs of several hundred megabytes.
  ///
  /// - Parameter names: suites or tests.
  package func run(_ names: [String], environment: [String: String], limit: Int) throws -> Command.Outcome {
    let pattern = "^(?:" + names.map(Self.escaped).joined(separator: "|") + ")(?:/|$)"
    // A short name, because addresses of sockets are limited to 107 bytes.
    let name = "mt-\(UUID().uuidString.prefix(8))"
    let files = FileManager.default.temporaryDirectory.appending(path: name)
    // Programs of another account use it too.
    try FileManager.default.createDirectory(
      at: files, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o1777])
    // A hostile extension nests folders deeper than Foundation can follow.
    defer { _ = try? Command(["rm", "-rf", files.path], in: folder).run() }
    return try Command(
      [path, "--testing-library", "swift-testing", "--filter", pattern], in: folder,
      // A crash backtrace takes ten seconds, and nothing reads it.
      environment: environment.merging(["TMPDIR": files.path, "SWIFT_BACKTRACE": "enable=no"]) { $1 }, limit: limit
    ).run()
  }

  private static func escaped(_ name: String) -> String {
    name.reduce(into: "") { pattern, character in
      if ".\\^$|?*+()[]{}".contains(character) { pattern += "\\" }
      pattern.append(character)
    }
  }
}

/// The targets of a package and what they depend on, from `swift package describe`.
package struct TargetGraph: Sendable {
  private struct Description: Decodable {
    struct Target: Decodable {
      var name: String
      var type: String
      var path: String
      // swift-format-ignore: AlwaysUseLowerCamelCase
      var target_dependencies: [String]?
    }

    var targets: [Target]
  }

  private var dependencies: [String: [String]] = [:]
  private var paths: [String: String] = [:]
  package private(set) var tests: [String] = []

  package init(json: Data) throws {
    let described = try JSONDecoder().decode(Description.self, from: json)
    for target in described.targets {
      dependencies[target.name] = target.target_dependencies ?? []
      paths[target.name] = target.path
      if target.type == "test" { tests.append(target.name) }
    }
  }

  /// The target whose folder has the file.
  package func target(of file: String) -> String? { paths.first { file.hasPrefix($0.value + "/") }?.key }

  /// The targets that a target's code can call, itself among them.
  private func reach(of target: String) -> Set<String> {
    var front: Set = [target]
    var reached = front
    while !front.isEmpty {
      front = Set(front.flatMap { dependencies[$0] ?? [] }).subtracting(reached)
      reached.formUnion(front)
    }
    return reached
  }

  /// Whether a test target's code can call a target's.
  package func reaches(_ target: String, from test: String) -> Bool { reach(of: test).contains(target) }

  /// The test targets that are about a target: of those that reach it, the ones that reach the fewest targets.
  ///
  /// The number of dependencies between them says little, because the host's tests depend directly on most modules.
  package func ownTests(of target: String) -> Set<String> {
    let reached = tests.map { ($0, reach(of: $0)) }.filter { $0.1.contains(target) }
    let least = reached.map(\.1.count).min()
    return Set(reached.filter { $0.1.count == least }.map(\.0))
  }
}
