// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

// Violations are declared once for both sides. Extension sources get only this type of the vocabulary.
@_exported public import struct ScreenTimeVocabulary.EffectViolation
