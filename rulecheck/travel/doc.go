// Package travel turns published travel tables into table files. What a regime's publications
// become is declared beside its tables, in import.yaml.
//
// A new edition takes from the one before what its publication does not say. Each line that is
// written remembers its row of the publication, so that findings of the check are shown there.
package travel
