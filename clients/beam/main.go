// Command beam computes payslips on a cluster: an Apache Beam pipeline that any
// runner of Beam takes (Prism, Flink, Spark, Dataflow). It makes requests of the rows of files,
// answers them, and writes the answers.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/fileio"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/s3"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"
)

// job describes what to compute. It is sent to the workers with each step.
type job struct {
	// Input is a pattern of files, Output the folder of the results.
	Input, Output string
	// Operation is one of the salary service: net or gross.
	Operation string
	// Rules is a folder of rules on every worker, empty for those built in; Version
	// is that of the rules where the job began, which every worker must have.
	Rules, Version string
	// Language is the language of labels and messages.
	Language string
	// Fields are the fields of a result to keep, separated by commas; empty for all.
	Fields string
	// Parts is the number of files of results, and of dead letters.
	Parts int
}

func main() {
	var j job
	flag.StringVar(&j.Input, "input", "", "files to read: a pattern such as gs://bucket/pay/*.parquet, of .csv, .ndjson or .parquet, all but the last with .gz too")
	flag.StringVar(&j.Output, "output", "", "folder of the results")
	flag.StringVar(&j.Operation, "operation", "net", "net or gross")
	flag.StringVar(&j.Rules, "rules", "", "folder of rules on every worker (default the built-in rules)")
	flag.StringVar(&j.Language, "lang", "en", "language of labels and messages")
	flag.StringVar(&j.Fields, "fields", "", "fields of a result to keep, such as net,lines (default all)")
	flag.IntVar(&j.Parts, "parts", 16, "number of files of results, and of dead letters")
	flag.Parse()
	beam.Init() // does not return in a worker
	ctx := context.Background()
	p, err := j.pipeline(ctx)
	if err == nil {
		err = beamx.Run(ctx, p)
	}
	if err != nil {
		log.Fatal(err)
	}
}

// pipeline checks the job and makes its pipeline.
func (j *job) pipeline(ctx context.Context) (*beam.Pipeline, error) {
	j.Output = strings.TrimRight(j.Output, "/")
	if j.Input == "" || j.Output == "" || j.Parts < 1 {
		return nil, errors.New("--input, --output and a positive --parts are needed")
	}
	files, err := filesystem.New(ctx, j.Output)
	if err != nil {
		return nil, err
	}
	defer files.Close()
	if done, err := files.List(ctx, j.path(manifestName)); err != nil || len(done) > 0 {
		return nil, errors.Join(err, fmt.Errorf("%s has the results of a finished job: name another folder", j.Output))
	}
	engine, err := j.engine()
	if err != nil {
		return nil, err
	}
	j.Version = engine.version
	p, s := beam.NewPipelineWithRoot()
	matches := fileio.MatchFiles(s, j.Input, fileio.MatchEmptyDisallow())
	// A reshuffle spreads what follows over all workers.
	input := beam.Reshuffle(s, fileio.ReadMatches(s, matches))
	rows := beam.Reshuffle(s, beam.ParDo(s, &readFn{Job: *j}, input))
	results, dead := beam.ParDo2(s, &computeFn{Job: *j}, rows)
	counts := beam.Flatten(s,
		beam.ParDo(s, &writeFn{Job: *j, Name: resultsName}, beam.GroupByKey(s, results)),
		beam.ParDo(s, &writeFn{Job: *j, Name: deadName}, beam.GroupByKey(s, dead)))
	beam.ParDo0(s, &manifestFn{Job: *j}, beam.Impulse(s), beam.SideInput{Input: counts})
	return p, nil
}
