// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Publishing

@Suite struct SubjectTests {}
