// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

@_exported public import Foundation

/// A program that a host starts to perform a task.
public protocol AppExtension {
  associatedtype Configuration: AppExtensionConfiguration
  var configuration: Configuration { get }
  init()
}

/// The configuration of an extension. On this host the extension point determines it completely.
public protocol AppExtensionConfiguration {}
