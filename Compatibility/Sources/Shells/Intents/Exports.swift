// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

// Extensions import this module without using it; any use is a compile error.
@_exported public import Foundation
