// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public typealias NSInteger = Int
public typealias NSUInteger = UInt
