// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

// What a write may break is named once for both sides; extension sources read it from here, and nothing else with it.
@_exported public import struct ScreenTimeVocabulary.EffectViolation
