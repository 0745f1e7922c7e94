//go:build !race

package tables

const raced = false
