// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

// The modules that SwiftUI exports on Apple's systems. Sources use all of them without importing them.
@_exported public import Foundation
@_exported public import FoundationShims
@_exported public import Observation
@_exported public import Publishing
@_exported public import UIKit
