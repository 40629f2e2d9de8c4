package org.burstlog.recover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.burstlog.recover.Wreck.longs;
import static org.burstlog.recover.Wreck.put;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.burstlog.BurstlogException;
import org.burstlog.array.Region;
import org.burstlog.buffer.BurstBuffer;
import org.burstlog.depot.Depot;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.SoloGroup;
import org.burstlog.log.read.LogVerdict;
import org.burstlog.settings.Settings;
import org.burstlog.storage.HookedStorage;
import org.burstlog.storage.LocalStorage;
import org.burstlog.storage.Storage;
import org.burstlog.target.PlainTarget;
import org.burstlog.target.TargetFile;
import org.burstlog.target.TargetFile.Mode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Another process removes a session while it is worked on: before one call to the tier after the
 * other, whichever it is.
 */
class VanishingTest {
  private static final Region WHOLE = Region.of(new long[] {0}, new long[] {4});

  @TempDir Path directory;
  private Wreck wreck;
  private Path target;

  @BeforeEach
  void prepare() throws Exception {
    wreck = new Wreck(directory);
    target = wreck.target("out.bin");
  }

  /** What is on the tier, and who removes it. */
  enum Kind {
    /** Retained; somebody makes room. */
    GIVEN_UP,
    /** Left by a crash; somebody recovers it. */
    RECOVERED,
    /** Left by a crash; somebody discards it. */
    DISCARDED
  }

  private Settings settings(String retain) throws IOException {
    return Settings.builder()
        .set(Settings.SWITCH, "on")
        .set(Settings.TIER, wreck.tier().toString())
        .set(Settings.RETAIN, retain)
        .set(Settings.SPARE, "0")
        .set(Settings.CHUNK, "64KiB")
        .build();
  }

  /** Leaves a session with four values. */
  private void leave(Kind kind) throws Exception {
    if (kind != Kind.GIVEN_UP) {
      wreck.small("out.bin");
      return;
    }
    try (SoloGroup group = new SoloGroup();
        Depot depot = new Depot(new LocalStorage());
        TargetFile file = PlainTarget.open(group, target, Mode.CREATE)) {
      BurstBuffer buffer = BurstBuffer.open(file, group, settings("1MiB"), depot);
      put(buffer.define(Wreck.layout(4)), 0, 1, 2, 3, 4);
      buffer.close();
    }
    assertThat(wreck.session().state()).isEqualTo(SessionState.RETAINED);
  }

  /** Removes all that nobody holds, as another process does. */
  private void remove(Kind kind) throws IOException {
    for (TierSession session : wreck.sessions()) {
      if (kind == Kind.GIVEN_UP && session.state() == SessionState.RETAINED) {
        RetainedSessions.drop(new LocalStorage(), session.paths().get(0));
      } else if (kind == Kind.RECOVERED && session.state() == SessionState.ORPHANED) {
        Wreck.recover(session, Wreck.careful());
      } else if (kind == Kind.DISCARDED && session.state() == SessionState.ORPHANED) {
        try (SoloGroup group = new SoloGroup()) {
          Recovery.discard(group, new LocalStorage(), session);
        }
      }
    }
  }

  /** Works on a tier. */
  private interface Work {
    void on(Storage storage) throws Exception;
  }

  /** Has the session vanish before each call in turn. */
  private void vanishing(Kind kind, Work work) throws Exception {
    int call = 0;
    HookedStorage storage;
    do {
      call++;
      Files.deleteIfExists(target);
      leave(kind);
      storage = new HookedStorage(new LocalStorage(), call, () -> remove(kind));
      try {
        work.on(storage);
      } catch (IOException | AssertionError e) {
        throw new AssertionError("the session vanishes before call " + call, e);
      }
      for (TierSession session : wreck.sessions()) {
        Wreck.recover(session, Wreck.forced());
        RetainedSessions.drop(new LocalStorage(), session.paths().get(0));
      }
    } while (storage.ran());
    assertThat(call).isGreaterThan(5);
  }

  private void open(Storage storage, Mode mode, long... values) throws IOException {
    try (SoloGroup group = new SoloGroup();
        Depot depot = new Depot(storage);
        TargetFile file = PlainTarget.open(group, target, mode)) {
      BurstBuffer buffer = BurstBuffer.open(file, group, settings("0"), depot);
      try {
        if (values.length > 0) {
          put(buffer.define(Wreck.layout(4)), 1, values);
        }
      } finally {
        buffer.close();
      }
    }
  }

  private Attachment attach(Storage storage, ProcessGroup group) throws IOException {
    return Attachment.open(
        target,
        group,
        () -> LeftBehind.find(target, wreck.tier(), group, storage),
        AttachPolicy.AUTO,
        RecoverPolicy.AUTO);
  }

  private long[] content() throws IOException {
    long[] content = new long[4];
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(target));
    for (int i = 0; i < bytes.capacity() / 8; i++) {
      content[i] = bytes.getLong(8 * i);
    }
    return content;
  }

  private long[] read(Attachment attachment) throws IOException {
    long[] into = new long[4];
    do {
      Arrays.fill(into, -1);
      if (attachment.read(Wreck.layout(4), WHOLE, into, 0) < 32) {
        System.arraycopy(content(), 0, into, 0, 4);
        attachment.catchUp();
        attachment.read(Wreck.layout(4), WHOLE, into, 0);
      }
    } while (!attachment.isStill());
    return into;
  }

  private List<TierSession> find(Storage storage, ProcessGroup group) throws IOException {
    return SessionFinder.find(group, storage, List.of(wreck.tier()));
  }

  @ParameterizedTest
  @EnumSource(names = {"GIVEN_UP", "RECOVERED"})
  void aFileThatIsOpenedForWritingHasWhatTheSessionHad(Kind kind) throws Exception {
    vanishing(
        kind,
        storage -> {
          open(storage, Mode.UPDATE, 20);
          assertThat(wreck.content("out.bin")).isEqualTo(longs(1, 20, 3, 4));
        });
  }

  @ParameterizedTest
  @EnumSource(names = {"GIVEN_UP", "DISCARDED"})
  void aFileThatIsMadeAnewHasNothingOfIt(Kind kind) throws Exception {
    vanishing(
        kind,
        storage -> {
          open(storage, Mode.CREATE, 20);
          assertThat(wreck.content("out.bin")).isEqualTo(longs(0, 20));
        });
  }

  @ParameterizedTest
  @EnumSource(names = {"GIVEN_UP", "RECOVERED"})
  void aFileThatIsReadHasWhatTheSessionHad(Kind kind) throws Exception {
    vanishing(
        kind,
        storage -> {
          try (SoloGroup group = new SoloGroup();
              Attachment attachment = attach(storage, group)) {
            assertThat(read(attachment)).containsExactly(1, 2, 3, 4);
            attachment.refresh();
            assertThat(read(attachment)).containsExactly(1, 2, 3, 4);
          }
        });
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void readersAreToldOfItOrNot(Kind kind) throws Exception {
    vanishing(
        kind,
        storage -> {
          try (SoloGroup group = new SoloGroup()) {
            LeftBehind.find(target, wreck.tier(), group, storage).tellReaders(RecoverPolicy.AUTO);
          }
        });
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void itIsListedWholeOrNotAtAll(Kind kind) throws Exception {
    vanishing(
        kind,
        storage -> {
          try (SoloGroup group = new SoloGroup()) {
            for (TierSession session : find(storage, group)) {
              assertThat(session.refused()).isFalse();
              assertThat(session.state())
                  .isEqualTo(kind == Kind.GIVEN_UP ? SessionState.RETAINED : SessionState.ORPHANED);
            }
          }
        });
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void itIsVerifiedAsCleanOrNotAtAll(Kind kind) throws Exception {
    vanishing(
        kind,
        storage -> {
          try (SoloGroup group = new SoloGroup()) {
            for (TierSession found : find(storage, group)) {
              Optional<Judgement> judgement =
                  FreshLook.at(
                      group,
                      storage,
                      found,
                      now -> Recovery.judge(group, storage, now, Progress.NONE));
              judgement.ifPresent(one -> assertThat(one.state()).isEqualTo(LogVerdict.State.CLEAN));
            }
          }
        });
  }

  @Test
  void whatSomebodyElseRecoversNeedNotBeRecovered() throws Exception {
    vanishing(
        Kind.RECOVERED,
        storage -> {
          try (SoloGroup group = new SoloGroup()) {
            for (TierSession found : find(storage, group)) {
              FreshLook.at(
                  group,
                  storage,
                  found,
                  now ->
                      new Recovery(group, storage, PlainTarget.SYSTEM, Wreck.careful())
                          .recover(now));
            }
          }
          assertThat(wreck.content("out.bin")).isEqualTo(longs(1, 2, 3, 4));
          assertThat(wreck.sessions()).isEmpty();
        });
  }

  @Nested
  class WhatIsThereStill {
    @Test
    void cannotBeReadAndIsAnError() throws Exception {
      int failed = 0;
      HookedStorage storage;
      int call = 0;
      do {
        call++;
        wreck = new Wreck(directory.resolve("turn" + call));
        target = wreck.target("out.bin");
        wreck.small("out.bin");
        storage =
            new HookedStorage(
                new LocalStorage(),
                call,
                () -> {
                  throw new IOException("Input/output error");
                });
        try {
          open(storage, Mode.UPDATE);
          assertThat(wreck.content("out.bin")).as("call %d", call).isEqualTo(longs(1, 2, 3, 4));
        } catch (IOException e) {
          failed++;
        }
        for (TierSession session : wreck.sessions()) {
          Wreck.recover(session, Wreck.forced());
        }
        assertThat(wreck.content("out.bin")).as("call %d", call).isEqualTo(longs(1, 2, 3, 4));
      } while (storage.ran());
      assertThat(failed).isPositive();
    }

    @Test
    void isWaitedForAndThenRefusedWhileSomebodyElseHoldsIt() throws Exception {
      Path left = wreck.small("out.bin");
      List<Closeable> held = new ArrayList<>();
      LocalStorage local = new LocalStorage();
      try (SoloGroup group = new SoloGroup()) {
        LeftBehind found = LeftBehind.find(target, wreck.tier(), group, local);
        held.add(Takeover.lock(local, left));
        try (TargetFile file = PlainTarget.open(group, target, Mode.UPDATE)) {
          assertThatThrownBy(
                  () -> found.recover(file, RecoverPolicy.AUTO, Wreck.DRAIN, Retention.NONE))
              .isInstanceOf(BurstlogException.class)
              .hasMessageContaining("is live");
        }
        assertThat(wreck.content("out.bin")).isEmpty();
      } finally {
        for (Closeable lock : held) {
          lock.close();
        }
      }
    }

    @Test
    void isWorkedOnAnewInTheStateThatItHasNow() throws Exception {
      Path left = wreck.small("out.bin");
      LocalStorage local = new LocalStorage();
      try (SoloGroup group = new SoloGroup()) {
        List<SessionState> states = new ArrayList<>();
        Optional<SessionState> done =
            FreshLook.at(
                group,
                local,
                wreck.session(),
                now -> {
                  states.add(now.state());
                  if (now.state() == SessionState.ORPHANED) {
                    Marker.SUPERSEDED.make(local, left);
                    throw new NoSuchFileException("a log");
                  }
                  return now.state();
                });
        assertThat(done).contains(SessionState.SUPERSEDED);
        assertThat(states).containsExactly(SessionState.ORPHANED, SessionState.SUPERSEDED);
      }
    }

    @Test
    void failsAtOnceWhereThisProgramHasTakenItOver() throws Exception {
      Path left = wreck.small("out.bin");
      LocalStorage local = new LocalStorage();
      try (SoloGroup group = new SoloGroup()) {
        TierSession session = wreck.session();
        assertThatThrownBy(
                () ->
                    FreshLook.at(
                        group,
                        local,
                        session,
                        now -> {
                          try (SessionRecovery recovery =
                              SessionRecovery.begin(group, local, now)) {
                            recovery.mark(Marker.SUPERSEDED);
                            throw new NoSuchFileException(left.toString());
                          }
                        }))
            .isInstanceOf(NoSuchFileException.class);
      }
    }

    @Test
    void endsTheWorkWhereItNeverStaysAsItIs() throws Exception {
      Path left = wreck.small("out.bin");
      LocalStorage local = new LocalStorage();
      try (SoloGroup group = new SoloGroup()) {
        int[] turns = {0};
        assertThatThrownBy(
                () ->
                    FreshLook.at(
                        group,
                        local,
                        wreck.session(),
                        now -> {
                          if (turns[0]++ % 2 == 0) {
                            Marker.SUPERSEDED.make(local, left);
                          } else {
                            local.delete(Marker.SUPERSEDED.in(left));
                          }
                          throw new NoSuchFileException(left.toString());
                        }))
            .isInstanceOf(BurstlogException.class)
            .hasMessageContaining("faster than they can be looked at")
            .hasMessageContaining(Objects.toString(left.getFileName()));
      }
    }
  }
}
