// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

// A dynamic program with Swift's libraries and Foundation's. Only its runtime image is measured.
import Foundation

print(Date(), TimeZone.current.identifier, Locale.current.identifier)
