// Package travel turns published travel tables into table files.
//
// To find your way: command.go is the command, and spec.go reads how a regime's
// publications become tables (import.yaml). source.go reads publications as CSV,
// workbook.go as workbooks. edition.go makes an edition, with what previous.go copies from
// the one before, postal.go postal codes, lists.go the files of places and towns. All write
// with output.go, which remembers the row of a publication for each line, so that findings
// of the check are shown there. compare.go compares two editions amount by amount.
package travel
