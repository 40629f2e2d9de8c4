package org.burstlog.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class SettingsPageTest {
  @Test
  void thePageInTheDocumentationIsTheOneOfTheCode() throws IOException {
    Path page = Path.of("..", "docs", "settings.md");
    assertThat(Files.readString(page))
        .as("after a change: bb settings --markdown > docs/settings.md")
        .isEqualTo(SettingsPage.markdown());
  }
}
