// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

// Sources import this module and use nothing of it in an extension; what they do use is a compile error.
@_exported public import Foundation
