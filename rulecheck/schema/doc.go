// Package schema generates the JSON Schemas with which editors complete and check rule
// and table files, one for each kind of file. A schema is made from the declarations by which
// loaders read the kind, so that an editor accepts what they do.
package schema
