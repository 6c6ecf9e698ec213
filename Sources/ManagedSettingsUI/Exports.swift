// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

// Extension sources name Foundation's and UIKit's types without importing them (screen-time.md §1.8).
@_exported public import Foundation
@_exported public import UIKit
