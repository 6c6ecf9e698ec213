// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

// What comes along with UIKit on Apple's systems.
@_exported public import Foundation
@_exported public import FoundationShims
