// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Calls the closure. There is no pool on Linux, because objects are reference-counted.
public func autoreleasepool<Result, Failure: Error>(
  invoking body: () throws(Failure) -> Result
) throws(Failure) -> Result {
  try body()
}
