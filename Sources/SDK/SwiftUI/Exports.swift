// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

// What comes along with SwiftUI on Apple's systems: sources name all of these without importing them.
@_exported public import Foundation
@_exported public import FoundationShims
@_exported public import Observation
@_exported public import Publishing
@_exported public import UIKit
