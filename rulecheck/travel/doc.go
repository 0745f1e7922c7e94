// Package travel turns published travel tables into table files.
//
// To find your way: command.go is the command, and spec.go reads how a regime's
// publications become tables (import.yaml). source.go reads publications as CSV,
// workbook.go as workbooks. edition.go, postal.go and gazetteer.go write the table files
// with block.go, which remembers the row of a publication for each line. check.go checks
// the result against the other tables. compare.go compares two editions amount by amount.
package travel
