// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Calls the closure; objects are counted here, there is no pool to drain.
public func autoreleasepool<Result, Failure: Error>(
  invoking body: () throws(Failure) -> Result
) throws(Failure) -> Result {
  try body()
}
