// Package travel turns published travel tables into table files.
//
// The route through it: command.go is the command; spec.go reads what a regime
// says about its publications (import.yaml), source.go the publications (CSV) and
// workbook.go those that come as a workbook. edition.go and postal.go write the
// table files with the lines of block.go; origin.go remembers the row of a
// publication behind each of them. check.go holds the result to the other tables,
// and changes.go says what changed against the edition before. compare.go compares
// any two editions, amount by amount, and page.go shows that as a page.
package travel
