// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import FuzzTargets

/// The entry point for libFuzzer; `Fuzzing/run` compiles it once for each target.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  do throws(Disagreement) {
    try target.check(Array(UnsafeBufferPointer(start: start, count: count)))
  } catch {
    fatalError(error.description)
  }
  return 0
}

#if READER
  private let target = FuzzTarget.reader
#elseif REPLY
  private let target = FuzzTarget.reply
#elseif MANIFEST
  private let target = FuzzTarget.manifest
#elseif VIEW
  private let target = FuzzTarget.view
#elseif BUNDLE
  private let target = FuzzTarget.bundle
#elseif SAMPLE
  private let target = FuzzTarget.sample
#endif
