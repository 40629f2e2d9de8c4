package org.burstlog.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.burstlog.buffer.BufferedArray;
import org.burstlog.buffer.BurstBuffer;
import org.burstlog.group.SoloGroup;
import org.burstlog.recover.Wreck;
import org.burstlog.settings.Settings;
import org.burstlog.target.PlainTarget;
import org.burstlog.target.TargetFile;

/** What can be the matter with the sessions of a target, and how it comes to that. */
enum Situation {
  NO_SESSIONS {
    @Override
    void in(Path place, Work work) throws Exception {
      Wreck wreck = new Wreck(place);
      work.on(new Scene(List.of(wreck.tier()), wreck.target(NAME), List.of(), List.of()));
    }
  },
  LIVE {
    @Override
    void in(Path place, Work work) throws Exception {
      Wreck wreck = new Wreck(place);
      Settings settings =
          Settings.builder()
              .set(Settings.SWITCH, "on")
              .set(Settings.TIER, wreck.tier().toString())
              .build();
      try (SoloGroup group = new SoloGroup();
          TargetFile file = PlainTarget.open(group, wreck.target(NAME), TargetFile.Mode.CREATE);
          BurstBuffer buffer = BurstBuffer.open(file, group, settings)) {
        twice(buffer);
        Path session = wreck.session().paths().get(0);
        work.on(new Scene(wreck.tier(), wreck.target(NAME), session));
      }
    }
  },
  CLEAN_ORPHAN {
    @Override
    void in(Path place, Work work) throws Exception {
      work.on(orphan(new Wreck(place)));
    }
  },
  TORN_ORPHAN {
    @Override
    void in(Path place, Work work) throws Exception {
      Scene scene = orphan(new Wreck(place));
      damage(scene, Wreck.FIRST_DATA + 2 * Long.BYTES);
      work.on(scene);
    }
  },
  DAMAGED_ORPHAN {
    @Override
    void in(Path place, Work work) throws Exception {
      Scene scene = orphan(new Wreck(place));
      damage(scene, Wreck.FIRST_DATA);
      work.on(scene);
    }
  },
  /** The metadata log of one of two processes is gone. */
  LOST_METADATA {
    @Override
    void in(Path place, Work work) throws Exception {
      Scene scene = pair(new Wreck(place));
      Files.delete(scene.sessions().get(0).resolve("r00001.meta"));
      work.on(scene);
    }
  },
  /** The data logs of two processes have each other's names. */
  EXCHANGED_FILES {
    @Override
    void in(Path place, Work work) throws Exception {
      Scene scene = pair(new Wreck(place));
      Path one = scene.sessions().get(0).resolve("r00000.data");
      Path other = scene.sessions().get(0).resolve("r00001.data");
      byte[] bytes = Files.readAllBytes(one);
      Files.write(one, Files.readAllBytes(other));
      Files.write(other, bytes);
      work.on(scene);
    }
  },
  /** A page of a metadata log stands once more in the place of a later one. */
  DUPLICATED_PAGE {
    @Override
    void in(Path place, Work work) throws Exception {
      Wreck wreck = new Wreck(place);
      Path left =
          wreck.of(
              NAME,
              1,
              "process",
              (group, buffer) -> {
                BufferedArray array = buffer.define(Wreck.layout(MANY));
                for (int i = 0; i < MANY; i++) {
                  Wreck.put(array, i % 4, i);
                }
              });
      Path meta = left.resolve("r00000.meta");
      byte[] bytes = Files.readAllBytes(meta);
      System.arraycopy(bytes, Wreck.FIRST_DATA, bytes, Wreck.FIRST_DATA + 2 * PAGE, PAGE);
      Files.write(meta, bytes);
      work.on(new Scene(wreck.tier(), wreck.target(NAME), left));
    }
  },
  /** The file was replaced by a copy of it. */
  WRONG_TARGET {
    @Override
    void in(Path place, Work work) throws Exception {
      Wreck wreck = new Wreck(place);
      Scene scene = orphan(wreck);
      Path copy = Files.copy(scene.target(), wreck.target("copy.bin"));
      Files.move(copy, scene.target(), StandardCopyOption.REPLACE_EXISTING);
      work.on(scene);
    }
  },
  GONE_TARGET {
    @Override
    void in(Path place, Work work) throws Exception {
      Scene scene = orphan(new Wreck(place));
      Files.delete(scene.target());
      work.on(scene);
    }
  },
  /** A device that is always full, because root may write to every file. */
  UNWRITABLE_TARGET {
    @Override
    void in(Path place, Work work) throws Exception {
      Scene orphan = orphan(new Wreck(place));
      List<String> intoAFullOne = List.of("--force", "--target", "/dev/full");
      work.on(new Scene(orphan.tiers(), orphan.target(), orphan.sessions(), intoAFullOne));
    }
  },
  /** As where each node has a tier of its own, and one process sees them all. */
  SEVERAL_TIERS {
    @Override
    void in(Path place, Work work) throws Exception {
      Wreck wreck = new Wreck(place);
      Path left =
          wreck.of(NAME, 2, "process", (group, buffer) -> put(buffer, 2L * group.rank(), 1, 2));
      Path second = place.resolve("second");
      Path half = wreck.apart(left, second);
      List<Path> tiers = List.of(wreck.tier(), second);
      work.on(new Scene(tiers, wreck.target(NAME), List.of(left, half), List.of()));
    }
  },
  /** One tier has an orphaned session, the other is not there any more. */
  UNREADABLE_TIER {
    @Override
    void in(Path place, Work work) throws Exception {
      Wreck wreck = new Wreck(place);
      Scene orphan = orphan(wreck);
      List<Path> tiers = List.of(wreck.tier(), place.resolve("gone"));
      work.on(new Scene(tiers, orphan.target(), orphan.sessions(), List.of()));
    }
  };

  private static final String NAME = "out.bin";
  private static final int PAGE = 4096;

  /** So many puts that their entries take several pages. */
  private static final int MANY = 200;

  /** What is done in a situation. */
  interface Work {
    void on(Scene scene) throws Exception;
  }

  /**
   * Brings the situation about in a directory, and works in it.
   *
   * @param place an empty directory
   * @param work what is done
   */
  abstract void in(Path place, Work work) throws Exception;

  private static Scene pair(Wreck wreck) throws Exception {
    Path left =
        wreck.of(NAME, 2, "process", (group, buffer) -> put(buffer, 2L * group.rank(), 1, 2));
    return new Scene(wreck.tier(), wreck.target(NAME), left);
  }

  private static Scene orphan(Wreck wreck) throws Exception {
    Path left = wreck.of(NAME, 1, "process", (group, buffer) -> twice(buffer));
    return new Scene(wreck.tier(), wreck.target(NAME), left);
  }

  private static void twice(BurstBuffer buffer) throws IOException {
    BufferedArray array = buffer.define(Wreck.layout(4));
    Wreck.put(array, 0, 1, 2);
    Wreck.put(array, 2, 3, 4);
  }

  private static void put(BurstBuffer buffer, long first, long... values) throws IOException {
    Wreck.put(buffer.define(Wreck.layout(4)), first, values);
  }

  private static void damage(Scene scene, int at) throws IOException {
    Wreck.damage(scene.sessions().get(0).resolve("r00000.data"), at);
  }
}
