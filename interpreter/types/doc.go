// Package types resolves the declarations of rule files: types, units, figures,
// bands, grammars, and the inputs and outputs of programs. Declare is the entry
// point; it returns a Module, whose steps are not checked yet.
//
// These hold: variables that share a description have one type. Inputs, fields of records and
// columns declare their decimals; -1 is for what a program determines. A figure by case has a
// number for every combination of cases, and bands adjoin each other up to an open end. A
// declaration with a mistake is reported and left out, so that what remains is sound. A Value
// outside of programs is read and written here only, and Type describes it wherever it is sent.
package types
