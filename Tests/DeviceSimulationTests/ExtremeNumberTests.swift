// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import PrivacyBoundary
import ScreenTimeStore
import Testing

@testable import DeviceSimulation
@testable import HostCore

/// Recordings with an integer that no host would write: each is refused or replayed with another result, and none stops
/// the program.
@Suite struct ExtremeNumberTests {
  /// One replaced integer of a recording.
  private struct Place {
    /// The number of the line, counted from 0.
    var line: Int
    var path: [Step]
  }

  private enum Step: Hashable {
    case member(String)
    case element(Int)
  }

  private static let numbers: [Int64] = [.min, -(1 << 53), 1 - (1 << 53), -1, 0, (1 << 53) - 1, 1 << 53, .max]

  /// The recording of a simulated life, as one value per line.
  private static func recorded(seed: UInt64, in folder: String) throws -> [WireValue] {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let path = folder + "/life.ndjson"
    let faults = Set(SimulatedFault.allCases).subtracting([.kill, .full, .locked, .travel])
    let plan = SimulationPlan(seed: seed, days: 1, families: 2, activities: 2, faults: faults)
    #expect(try Simulation().run(plan, recording: path).findings.map(\.description) == [])
    return try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map {
      try JSONDecoder().decode(WireValue.self, from: Data($0.utf8))
    }
  }

  /// The first line of each kind of place that the host reads: elements of a list, and members that are named by data,
  /// count as one kind. Of other lines than the header and inputs only the members of every line are read.
  private static func places(in lines: [WireValue]) -> [Place] {
    var seen: Set<[String]> = []
    var places: [Place] = []
    func visit(_ value: WireValue, _ path: [Step], _ kind: [String], line: Int) {
      switch value {
      case .integer: if seen.insert(kind).inserted { places.append(Place(line: line, path: path)) }
      case .array(let elements):
        for (index, element) in elements.enumerated() {
          visit(element, path + [.element(index)], kind + ["[]"], line: line)
        }
      case .object(let object):
        for (name, value) in object.members {
          visit(value, path + [.member(name)], kind + [String(name.filter { !$0.isNumber })], line: line)
        }
      case .null, .bool, .string: break
      }
    }
    for (number, line) in lines.enumerated() {
      guard case .object(let object) = line else { continue }
      var kind: [String] = []
      if case .string(let event)? = object["event"] { kind.append(event) }
      if case .string(let input)? = object["kind"] { kind.append(input) }
      let isRead = number == 0 || kind.first == "input"
      for (name, value) in object.members where isRead || name == "at" || name == "n" {
        visit(value, [.member(name)], kind + [name], line: number)
      }
    }
    return places
  }

  private static func replace(_ value: WireValue, at path: ArraySlice<Step>, by number: Int64) -> WireValue {
    switch (path.first, value) {
    case (.member(let name)?, .object(var object)):
      object[name] = object[name].map { replace($0, at: path.dropFirst(), by: number) }
      return .object(object)
    case (.element(let index)?, .array(var elements)):
      elements[index] = replace(elements[index], at: path.dropFirst(), by: number)
      return .array(elements)
    default: return .integer(number)
    }
  }

  /// The bytes of a recording whose closing line is right again.
  private static func sealed(_ lines: [[UInt8]]) throws -> [UInt8] {
    var digest = RunningDigest()
    for line in lines.dropLast() { digest.update(line + [UInt8(ascii: "\n")]) }
    let old = try JSONDecoder().decode(WireValue.self, from: Data(lines[lines.count - 1]))
    guard case .object(var end) = old else { return [] }
    end["sha256"] = .string(digest.hexadecimal)
    let last = try CanonicalJSON.bytes(of: WireValue.object(end))
    return (lines.dropLast() + [last]).reduce(into: []) { $0 += $1 + [UInt8(ascii: "\n")] }
  }

  @Test func `no integer of a recording stops the program, whatever it is`() throws {
    let folder = StateFolder()
    let lines = try Self.recorded(seed: 1, in: folder.path)
    let bytes = try lines.map { try CanonicalJSON.bytes(of: $0) }
    let places = Self.places(in: lines)
    #expect(places.count > 40)
    let families = try Household.families(2)
    var refused = 0
    for (turn, place) in places.enumerated() where place.line < lines.count - 1 {
      // The recording ends with the changed line.
      let count = WireValue.integer(Int64(place.line + 1))
      let end = try CanonicalJSON.bytes(
        of: WireValue.object([
          "at": .integer(0), "event": .string("end"), "lines": count, "n": count, "sha256": .string(""),
        ]))
      // Each replay runs a day, so a place gets every fourth number, beginning with another one each time.
      for number in stride(from: turn % 4, to: Self.numbers.count, by: 4).map({ Self.numbers[$0] }) {
        var changed = Array(bytes[...place.line])
        changed[place.line] = try CanonicalJSON.bytes(
          of: Self.replace(lines[place.line], at: place.path[...], by: number))
        do {
          let recording = try Recording(Self.sealed(changed + [end]))
          let state = folder.path + "/\(UUID().uuidString)"
          defer { try? FileManager.default.removeItem(atPath: state) }
          if try Replay(recording, families: families, in: state).run() != nil { refused += 1 }
        } catch let error as RecordingError {
          refused += 1
          #expect(error.description.hasSuffix("."))
        } catch let error as HostError {
          refused += 1
          #expect(error.description.hasSuffix("."))
        }
      }
    }
    #expect(refused > places.count / 2)
  }
}
