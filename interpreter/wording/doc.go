// Package wording represents texts for people in any number of languages.
//
// Of is a value in several languages: a Text, or a template. English is always
// present; rule files add other languages by their tags (BCP 47: de, nl, fr-CH).
// Register adds a language to those of the process, Accept reads the header of a
// request. Texts that are made of others have all languages of their parts. Number
// formats come from the Unicode data of the language.
package wording
