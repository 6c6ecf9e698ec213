// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

// Instants, schedules, settings and violations are named in the rules' interface throughout.
@_exported public import ScreenTimeVocabulary
