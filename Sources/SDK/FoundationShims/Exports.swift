// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

// These declarations belong to Foundation on Apple's systems, so importing this module also imports Foundation.
@_exported public import Foundation
