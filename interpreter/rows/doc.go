// Package rows reads the tables of rule files: text files, one for each case of a key if need be,
// with a row for each interval. A file is read when a look-up first needs it. README.md of
// package interpreter teaches the form of the files, under Tables.
package rows
