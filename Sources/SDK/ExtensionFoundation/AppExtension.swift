// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

@_exported public import Foundation

/// A program that a host starts to do one thing for it.
public protocol AppExtension {
  associatedtype Configuration: AppExtensionConfiguration
  var configuration: Configuration { get }
  init()
}

/// How an extension takes part in its point; here the point decides that alone.
public protocol AppExtensionConfiguration {}
