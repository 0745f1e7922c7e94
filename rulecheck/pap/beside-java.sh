#!/bin/sh
# Times the imported flow plan of 2026 beside the official XML compiled as Java, on
# the same inputs and one core: java-ns/op, ns/op, and x-java, ours in parts of Java's.
# Needs a JDK. Usage: rulecheck/pap/beside-java.sh FOLDER_OF_THE_XML_FILES
set -eu
if [ $# -ne 1 ]; then
	echo "usage: $0 FOLDER_OF_THE_XML_FILES (with Lohnsteuer2026.xml)" >&2
	exit 2
fi
PAYSLATE_PLAN_XML=$(cd "$1" && pwd)
export PAYSLATE_PLAN_XML
cd "$(dirname "$0")"
exec go test -run '^$' -bench BesideJava -cpu 1 -benchtime 2s .
