// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ProcessSupervision

/// One thing that crossed between the host and a program, in the order in which it did.
struct Crossing: Sendable {
  enum Event: Sendable {
    case launched
    /// Its first word is there; this is where it stood when it was said.
    case placed(Surroundings)
    case toProgram(WireValue)
    case fromProgram(WireValue)
    /// What was no line of the profile.
    case garbled([UInt8])
    case ended(Ending)
    /// `answered` or `fallback`: what the host made of a sealed program's reply, told to the person alone.
    case judged(String)
  }

  var program: String
  var point: ExtensionPoint
  var event: Event
}

/// How a process ended and what it had printed.
struct Ending: Sendable {
  /// nil: the host ended it.
  var ownExit: ChildExit?
  var logBytes: Int64
  var log: [UInt8]
  var differences: [String]
  var measure: Measure?
}

/// What one sealed request cost, measured from the host's side.
struct Measure: Sendable {
  /// From the last byte of the request to the reply, without what the process waited for a processor.
  var reply: Int64
  /// Nanoseconds on a processor, over all threads.
  var processor: Int64
  /// Pages touched for the first time.
  var faults: Int64
}
