package pap

import "flag"

var update = flag.Bool("update", false, "write golden files and the committed programs")
