// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The reason why one record is refused, with a stable name (LIVE-SMP1, LIVE-SMP2).
package struct UsageSampleError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Name: String, CaseIterable, Sendable {
    case lineTooLong = "line-too-long"
    case truncated
    case notJSON = "not-json"
    case unknownVersion = "unknown-version"
    case unknownKey = "unknown-key"
    case missingKey = "missing-key"
    case repeatedKey = "repeated-key"
    case wrongType = "wrong-type"
    case notAnInteger = "not-an-integer"
    case unknownWord = "unknown-word"
    case badStream = "bad-stream"
    case badIdentifier = "bad-identifier"
    case badTime = "bad-time"
    case endsBeforeStart = "ends-before-start"
    case tooLong = "too-long"
    case badResolution = "bad-resolution"
    case badBoot = "bad-boot"
    case forbiddenKey = "forbidden-key"
    case sampleShrunk = "sample-shrunk"
    case sampleConflict = "sample-conflict"
    case aheadOfClock = "ahead-of-clock"
    case foreignPeer = "foreign-peer"
    case tooManyConnections = "too-many-connections"
  }

  package var name: Name
  package var sentence: String

  package init(_ name: Name, _ sentence: String) {
    self.name = name
    self.sentence = sentence
  }

  package var description: String { "\(name.rawValue): \(sentence)" }
}
