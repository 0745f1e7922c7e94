package pap

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// javaClass writes a plan as a Java class with almost unchanged statements, to compare the
// results and the speed of the imported program.
func javaClass(plan *element) string {
	var out strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&out, format+"\n", args...) }
	line("import java.math.BigDecimal;\nimport java.math.RoundingMode;\n\npublic final class Plan {")
	for _, e := range plan.all("CONSTANT") {
		line("static final %s %s = %s;", e.attribute("type"), e.attribute("name"), e.attribute("value"))
	}
	inputs, outputs := plan.all("INPUT"), plan.all("OUTPUT")
	variables := slices.Concat(inputs, outputs, plan.all("INTERNAL"))
	for _, e := range variables {
		line("%s %s;", e.attribute("type"), e.attribute("name"))
	}
	line("void reset() {")
	for _, e := range variables {
		line("%s = %s;", e.attribute("name"), javaDefault(e.attribute("type"), e.attribute("default", "defaul")))
	}
	line("}\nvoid set(String name, String value) {\nswitch (name) {")
	for _, e := range inputs {
		line("case %q: %s = %s; return;", e.attribute("name"), e.attribute("name"), map[string]string{
			"int": "Integer.parseInt(value)", "double": "Double.parseDouble(value)", "BigDecimal": "new BigDecimal(value)",
		}[e.attribute("type")])
	}
	line("default: throw new IllegalArgumentException(name);\n}\n}")
	line("BigDecimal[] outputs() { return new BigDecimal[] {")
	for _, e := range outputs {
		line("%s,", e.attribute("name"))
	}
	line("}; }\nvoid copyInputs(Plan from) {")
	for _, e := range inputs {
		line("%s = from.%[1]s;", e.attribute("name"))
	}
	line("}")
	for _, e := range append(plan.all("MAIN"), plan.all("METHOD")...) {
		name := e.attribute("name")
		if name == "" {
			name = "main_"
		}
		line("void %s() {", name)
		javaStatements(&out, e)
		line("}")
	}
	line("}")
	return strings.ReplaceAll(out.String(), plan.attribute("name")+".", "")
}

func javaDefault(kind, value string) string {
	if value == "" {
		value = "0"
	}
	switch {
	case kind == "BigDecimal" && strings.Trim(value, "0123456789.") == "":
		return fmt.Sprintf("new BigDecimal(%q)", value)
	case kind == "int":
		return "(int) " + value
	}
	return value
}

func javaStatements(out *strings.Builder, parent *element) {
	if parent == nil {
		return
	}
	for _, e := range parent.children {
		switch e.name {
		case "EVAL":
			fmt.Fprintf(out, "%s;\n", e.attribute("exec"))
		case "EXECUTE":
			fmt.Fprintf(out, "%s();\n", e.attribute("method"))
		default:
			fmt.Fprintf(out, "if (%s) {\n", e.attribute("expr"))
			javaStatements(out, e.child("THEN"))
			out.WriteString("} else {\n")
			javaStatements(out, e.child("ELSE"))
			out.WriteString("}\n")
		}
	}
}

// javaDriver computes a CSV file of inputs on all cores. With a number of rounds it answers
// the nanoseconds of one run instead, on one core.
const javaDriver = `import java.math.BigDecimal;
import java.nio.file.*;
import java.util.*;
import java.util.stream.*;

public final class Driver {
  static Plan row(String[] names, String text) {
    Plan plan = new Plan();
    plan.reset();
    String[] cells = text.split(",", -1);
    for (int i = 0; i < names.length; i++) if (!cells[i].isEmpty()) plan.set(names[i], cells[i]);
    return plan;
  }
  static String answer(Plan plan) {
    plan.main_();
    StringBuilder text = new StringBuilder();
    for (BigDecimal x : plan.outputs()) {
      if (text.length() > 0) text.append(',');
      text.append(x.signum() == 0 ? "0" : x.stripTrailingZeros().toPlainString());
    }
    return text.toString();
  }
  static long time(List<Plan> inputs, int rounds) {
    Plan plan = new Plan();
    long sum = 0, start = System.nanoTime();
    for (int i = 0; i < rounds; i++) for (Plan input : inputs) {
      plan.reset();
      plan.copyInputs(input);
      plan.main_();
      sum += plan.LSTLZZ.longValue();
    }
    long nanos = (System.nanoTime() - start) / ((long) rounds * inputs.size());
    if (sum == Long.MIN_VALUE) System.err.println(sum); // so that no run is left out
    return nanos;
  }
  public static void main(String[] arguments) throws Exception {
    List<String> lines = Files.readAllLines(Path.of(arguments[0]));
    String[] names = lines.get(0).split(",");
    List<String> rows = lines.subList(1, lines.size());
    if (arguments.length > 2) {
      List<Plan> inputs = rows.stream().map(r -> row(names, r)).collect(Collectors.toList());
      long best = Long.MAX_VALUE;
      for (int i = 0; i < 12; i++) best = Math.min(best, time(inputs, Integer.parseInt(arguments[2])));
      Files.writeString(Path.of(arguments[1]), best + "\n");
      return;
    }
    List<String> answers = rows.parallelStream().map(r -> answer(row(names, r))).collect(Collectors.toList());
    Files.write(Path.of(arguments[1]), answers);
  }
}
`

// javaYardstick is a plan compiled as Java.
type javaYardstick struct{ folder string }

// compileJava compiles the class of an official plan, or skips the test.
func compileJava(t testing.TB, plan *element) *javaYardstick {
	t.Helper()
	if *update {
		t.Skip("a comparison writes nothing: it runs without -update")
	}
	compiler, err := exec.LookPath("javac")
	if err != nil {
		t.Skip("javac is not installed: the comparison with Java needs a JDK")
	}
	folder := t.TempDir()
	for name, text := range map[string]string{"Plan.java": javaClass(plan), "Driver.java": javaDriver} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	command := exec.Command(compiler, "-nowarn", "-encoding", "UTF-8", "Plan.java", "Driver.java")
	command.Dir = folder
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("javac: %v\n%s", err, out)
	}
	return &javaYardstick{folder}
}

// run computes rows; further arguments go to the driver.
func (j *javaYardstick) run(t testing.TB, header []string, rows [][]string, arguments ...string) []string {
	t.Helper()
	var in strings.Builder
	in.WriteString(strings.Join(header, ",") + "\n")
	for _, row := range rows {
		in.WriteString(strings.Join(row, ",") + "\n")
	}
	input, output := filepath.Join(j.folder, "in.csv"), filepath.Join(j.folder, "out.csv")
	if err := os.WriteFile(input, []byte(in.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	command := exec.Command("java", append([]string{"-cp", j.folder, "Driver", input, output}, arguments...)...)
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("java: %v\n%.2000s", err, out)
	}
	data, err := os.ReadFile(output)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
}
