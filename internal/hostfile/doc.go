// Package hostfile reads the files of rules and tables that are not part of the rule language:
// a Folder reads them by the Schemas of their kinds and collects the findings, Languages are
// those that the texts of some files must have, and Warnings the texts that warn.
package hostfile
