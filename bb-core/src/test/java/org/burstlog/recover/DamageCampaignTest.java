package org.burstlog.recover;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.burstlog.log.option.Durability;
import org.burstlog.log.option.LogOptions.Access;
import org.burstlog.settings.Settings.Layout;
import org.burstlog.testing.Effort;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Whatever happens to the files of a session, recovery gives what was put, or says that something
 * is wrong: never wrong values, and no silence about what a sync had promised.
 *
 * <p>A session is two processes with eight puts each, in logs of some pages. The long form, {@code
 * -Dbb.test.long=true}, tries every bit and every length of the metadata and the data log of one
 * process, or of the node where processes share a log (bits of bytes that nothing is near a sector
 * at a time, and one by one if that does harm); every sector, page, entry and run of entries of any
 * log that becomes zeros; every page in the place of every other one; every two pages exchanged;
 * and every file lost, replaced or exchanged. The short form has a seed choose {@value #SAMPLE} of
 * each of these, of each log where it is about one. Of bits and lengths it takes those at bytes
 * within eight of one that is not zero, and at one in 509 of the others.
 */
@Tag("slow")
class DamageCampaignTest {
  /** Of each kind, where not all are tried. */
  private static final int SAMPLE = 6;

  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource({
    "PROCESS, MAPPED, PROCESS, false",
    "PROCESS, MAPPED, BATCH, false",
    "PROCESS, MAPPED, POWER, false",
    "PROCESS, MAPPED, PROCESS, true",
    "PROCESS, MAPPED, POWER, true",
    "PROCESS, WRITTEN, PROCESS, false",
    "PROCESS, WRITTEN, BATCH, false",
    "PROCESS, WRITTEN, POWER, false",
    "NODE, MAPPED, PROCESS, false",
    "NODE, MAPPED, BATCH, false",
    "NODE, MAPPED, POWER, false",
    "NODE, MAPPED, PROCESS, true",
    "NODE, MAPPED, POWER, true",
    "NODE, WRITTEN, PROCESS, false",
    "NODE, WRITTEN, BATCH, false",
    "NODE, WRITTEN, POWER, false"
  })
  void nothingIsWrongOrLostInSilence(
      Layout layout, Access access, Durability durability, boolean secondhand) throws Exception {
    long seed = Long.getLong("bb.test.seed", System.nanoTime());
    Specimen.Way way = new Specimen.Way(layout, access, durability, secondhand);
    Wreck wreck = new Wreck(directory);
    Specimen other = new Specimen(wreck, "other.bin", way, 500_000_000L);
    Specimen specimen = new Specimen(wreck, "out.bin", way, 0);
    Map<Harm.Kind, Map<Specimen.Outcome, Integer>> outcomes = new EnumMap<>(Harm.Kind.class);
    AssertionError wrong = new AssertionError("repeat it by -Dbb.test.seed=" + seed);
    for (Harm harm : chosen(kinds(specimen, other), new Random(seed))) {
      try {
        tell(specimen, harm, outcomes);
      } catch (AssertionError e) {
        wrong.addSuppressed(e);
      }
    }
    if (wrong.getSuppressed().length > 0) {
      throw wrong;
    }
    System.getLogger("org.burstlog.test")
        .log(System.Logger.Level.INFO, way + ", seed " + seed + ": " + outcomes);
    assertThat(outcomes).containsOnlyKeys(Harm.Kind.values());
    assertThat(outcomes.values())
        .anyMatch(seen -> seen.containsKey(Specimen.Outcome.REFUSED))
        .anyMatch(seen -> seen.containsKey(Specimen.Outcome.WHOLE));
  }

  /** What does no harm together does none one by one; otherwise each is tried. */
  private static void tell(
      Specimen specimen, Harm harm, Map<Harm.Kind, Map<Specimen.Outcome, Integer>> outcomes)
      throws IOException {
    Specimen.Outcome outcome = specimen.after(harm);
    if (outcome != Specimen.Outcome.WHOLE && !harm.parts().isEmpty()) {
      for (Harm part : harm.parts()) {
        tell(specimen, part, outcomes);
      }
      return;
    }
    outcomes
        .computeIfAbsent(harm.kind(), none -> new EnumMap<>(Specimen.Outcome.class))
        .merge(outcome, Math.max(1, harm.parts().size()), Integer::sum);
  }

  private static List<List<Harm>> kinds(Specimen specimen, Specimen other) {
    List<List<Harm>> kinds = new ArrayList<>();
    specimen
        .files()
        .forEach(
            (file, bytes) -> {
              // One process is as good as another for what is tried at each byte.
              if (!file.startsWith("r00000")) {
                kinds.add(Harm.flips(file, bytes, Effort.isLong()));
                kinds.add(Harm.cuts(file, bytes, Effort.isLong()));
              }
              kinds.add(Harm.zeros(file, bytes, specimen.places(file)));
            });
    kinds.add(Harm.pages(specimen.files(), other.files()));
    kinds.add(Harm.exchanges(specimen.files()));
    kinds.add(Harm.files(specimen.files(), other.files()));
    return kinds;
  }

  private static List<Harm> chosen(List<List<Harm>> kinds, Random random) {
    List<Harm> chosen = new ArrayList<>();
    for (List<Harm> kind : kinds) {
      if (!Effort.isLong()) {
        Collections.shuffle(kind, random);
      }
      chosen.addAll(Effort.isLong() ? kind : kind.subList(0, Math.min(SAMPLE, kind.size())));
    }
    return chosen;
  }
}
