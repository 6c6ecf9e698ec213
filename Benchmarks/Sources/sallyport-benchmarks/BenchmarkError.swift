// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The reason why a benchmark could not be measured, in one sentence.
struct BenchmarkError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
