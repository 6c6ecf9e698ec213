// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

// Extension sources use types of all these modules without importing them (`screen-time.md`).
@_exported public import Foundation
@_exported public import FoundationShims
@_exported public import ManagedSettings
@_exported public import UIKit
