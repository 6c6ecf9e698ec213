// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ProcessSupervision

/// One event between the host and a program.
struct Crossing: Sendable {
  enum Event: Sendable {
    case launched
    /// There was no launch, with the reason as what the program did: “did not start: …”.
    case notLaunched(String)
    /// The first line was received; `Surroundings` are those of the process at that moment.
    case placed(Surroundings)
    case toProgram(WireValue)
    case fromProgram(WireValue)
    /// Bytes that are not a valid line of the protocol.
    case garbled([UInt8])
    case ended(Ending)
    /// The host has answered a request of the program, this long after it received it.
    case answered(method: String, nanoseconds: Int64)
    /// `answered` or `fallback`: the host's verdict on a sealed program's reply, which only the person can see.
    case judged(String)
  }

  var program: String
  var point: ExtensionPoint
  var event: Event
}

/// The end of a process, and its output.
struct Ending: Sendable {
  /// `nil` if the host ended it.
  var ownExit: ChildExit?
  var logBytes: Int64
  var log: [UInt8]
  var differences: [String]
  /// The calls that the sandbox refused, by name.
  var refused: [String: Int] = [:]
  var measure: Measure?
}

/// The cost of one sealed request, measured by the host.
struct Measure: Sendable {
  /// From the last byte of the request to the reply, without the time the process waited for a processor.
  var reply: Int64
  /// Processor time in nanoseconds, over all threads.
  var processor: Int64
  /// Pages touched for the first time.
  var faults: Int64
}
