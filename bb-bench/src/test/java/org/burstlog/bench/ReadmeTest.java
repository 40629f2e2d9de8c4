package org.burstlog.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the README shows is what compiles. */
class ReadmeTest {
  private static final Pattern JAVA_BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
  private static final String FRAME =
      """
      import java.io.IOException;
      import java.nio.ByteOrder;
      import java.nio.file.Path;
      import java.util.Arrays;
      import org.burstlog.*;
      import org.burstlog.array.*;
      import org.burstlog.group.*;
      import org.burstlog.mpi.*;
      import org.burstlog.target.*;
      class Example {
      %s
      }
      """;

  @TempDir Path classes;

  @Test
  void theExampleCompiles() throws IOException {
    Path readme = Path.of(System.getProperty("bb.home"), "README.md");
    Matcher block = JAVA_BLOCK.matcher(Files.readString(readme));
    assertThat(block.find()).isTrue();
    String code = FRAME.replace("%s", block.group(1));
    DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
    JavaFileObject source =
        new SimpleJavaFileObject(URI.create("string:///Example.java"), JavaFileObject.Kind.SOURCE) {
          @Override
          public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return code;
          }
        };
    List<String> options =
        List.of(
            "-d", classes.toString(), "-cp", System.getProperty("java.class.path"), "-proc:none");
    boolean compiled =
        ToolProvider.getSystemJavaCompiler()
            .getTask(null, null, problems, options, null, List.of(source))
            .call();
    assertThat(problems.getDiagnostics())
        .filteredOn(d -> d.getKind() == Diagnostic.Kind.ERROR)
        .isEmpty();
    assertThat(compiled).isTrue();
  }
}
