import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** A rank that never ends, not even when asked to. It says so into the pipe its argument names. */
public final class Hang {
  private Hang() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    Runtime.getRuntime().addShutdownHook(new Thread(Hang::spin));
    try (FileOutputStream pipe = new FileOutputStream(arguments[0])) {
      pipe.write("up\n".getBytes(StandardCharsets.US_ASCII));
      Thread.currentThread().join();
    }
  }

  private static void spin() {
    while (true) {
      Thread.onSpinWait();
    }
  }
}
