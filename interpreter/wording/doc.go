// Package wording holds what people read, in any number of languages.
//
// Of is something in several languages: words (Text), or a template of them.
// English is always there; which others there are, rule files decide by the
// language tags that they write (BCP 47: de, nl, fr-CH). Register gives a tag
// its place among the languages known, Accept picks by the header of a request.
// How a language writes numbers comes from the Unicode data of the tag.
package wording
