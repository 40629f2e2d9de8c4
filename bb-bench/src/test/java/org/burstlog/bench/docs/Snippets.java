package org.burstlog.bench.docs;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Compiles what pages show of Java. */
final class Snippets {
  private static final String FRAME =
      """
      import java.io.*;
      import java.nio.*;
      import java.nio.file.Path;
      import java.util.*;
      import org.burstlog.*;
      import org.burstlog.array.*;
      import org.burstlog.buffer.*;
      import org.burstlog.group.*;
      import org.burstlog.mpi.*;
      import org.burstlog.netcdf.*;
      import org.burstlog.netcdf.header.*;
      import org.burstlog.recover.*;
      import org.burstlog.settings.*;
      import org.burstlog.target.*;
      class Example {
      %s
      }
      """;

  private static final Pattern TYPE = Pattern.compile("\\bpublic final class (\\w+)");

  private Snippets() {}

  /** Tells whether code is a source file with what it imports, and not members of a class. */
  static boolean isWhole(String code) {
    return code.startsWith("import ");
  }

  /** Compiles a source file, or members of a class, and returns what is wrong with them. */
  static List<String> errorsOf(String shown, Path classes) {
    String code = isWhole(shown) ? shown : FRAME.replace("%s", shown);
    Matcher type = TYPE.matcher(shown);
    String name = isWhole(shown) && type.find() ? type.group(1) : "Example";
    DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
    JavaFileObject source =
        new SimpleJavaFileObject(
            URI.create("string:///" + name + ".java"), JavaFileObject.Kind.SOURCE) {
          @Override
          public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return code;
          }
        };
    List<String> options =
        List.of(
            "-d", classes.toString(), "-cp", System.getProperty("java.class.path"), "-proc:none");
    ToolProvider.getSystemJavaCompiler()
        .getTask(null, null, problems, options, null, List.of(source))
        .call();
    return problems.getDiagnostics().stream()
        .filter(problem -> problem.getKind() == Diagnostic.Kind.ERROR)
        .map(problem -> problem.getMessage(Locale.ROOT))
        .toList();
  }
}
