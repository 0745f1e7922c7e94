package pap

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// javaClass writes a plan as a Java class with almost unchanged statements, to compare the
// results and the speed of the imported program.
func javaClass(plan *flowPlan) string {
	var out strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&out, format+"\n", args...) }
	line("import java.math.BigDecimal;\nimport java.math.RoundingMode;\n\npublic final class Plan {")
	for _, d := range plan.constants {
		line("static final %s %s = %s;", d.kind, d.name, d.value)
	}
	all := append(append(append([]declared(nil), plan.inputs...), plan.outputs...), plan.internals...)
	for _, d := range all {
		line("%s %s;", d.kind, d.name)
	}
	line("void reset() {")
	for _, d := range all {
		line("%s = %s;", d.name, javaDefault(d))
	}
	line("}\nvoid set(String name, String value) {\nswitch (name) {")
	for _, d := range plan.inputs {
		line("case %q: %s = %s; return;", d.name, d.name, map[string]string{
			"int": "Integer.parseInt(value)", "double": "Double.parseDouble(value)", "BigDecimal": "new BigDecimal(value)",
		}[d.kind])
	}
	line("default: throw new IllegalArgumentException(name);\n}\n}")
	line("static final String[] INPUTS = {%s};", javaNames(plan.inputs))
	line("static final String[] OUTPUTS = {%s};", javaNames(plan.outputs))
	line("BigDecimal[] outputs() { return new BigDecimal[] {")
	for _, d := range plan.outputs {
		line("%s,", d.name)
	}
	line("}; }\nvoid copyInputs(Plan from) {")
	for _, d := range plan.inputs {
		line("%s = from.%s;", d.name, d.name)
	}
	line("}")
	for _, m := range append([]*method{plan.main}, plan.methods...) {
		name := m.name
		if name == "" {
			name = "main_"
		}
		line("void %s() {", name)
		javaStatements(&out, m.statements)
		line("}")
	}
	line("}")
	return strings.ReplaceAll(out.String(), plan.name+".", "")
}

func javaNames(declarations []declared) string {
	var names []string
	for _, d := range declarations {
		names = append(names, fmt.Sprintf("%q", d.name))
	}
	return strings.Join(names, ", ")
}

func javaDefault(d declared) string {
	value := d.value
	if value == "" {
		value = "0"
	}
	switch {
	case d.kind == "BigDecimal" && strings.Trim(value, "0123456789.") == "":
		return fmt.Sprintf("new BigDecimal(%q)", value)
	case d.kind == "int":
		return "(int) " + value
	}
	return value
}

func javaStatements(out *strings.Builder, statements []*statement) {
	for _, s := range statements {
		switch {
		case s.exec != "":
			fmt.Fprintf(out, "%s;\n", s.exec)
		case s.execute != "":
			fmt.Fprintf(out, "%s();\n", s.execute)
		default:
			fmt.Fprintf(out, "if (%s) {\n", s.condition)
			javaStatements(out, s.then)
			out.WriteString("} else {\n")
			javaStatements(out, s.otherwise)
			out.WriteString("}\n")
		}
	}
}

// javaDriver computes a CSV file of inputs on all cores. With a number of rounds it prints
// the nanoseconds of one run instead.
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
    if (sum == Long.MIN_VALUE) System.err.println(sum);
    return nanos;
  }
  public static void main(String[] arguments) throws Exception {
    List<String> lines = Files.readAllLines(Path.of(arguments[0]));
    String[] names = lines.get(0).split(",");
    List<String> rows = lines.subList(1, lines.size());
    if (arguments.length > 2) {
      List<Plan> inputs = rows.stream().map(r -> row(names, r)).collect(Collectors.toList());
      int rounds = Integer.parseInt(arguments[2]);
      long best = Long.MAX_VALUE;
      for (int i = 0; i < 12; i++) best = Math.min(best, time(inputs, rounds));
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
func compileJava(t testing.TB, plan *flowPlan) *javaYardstick {
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
