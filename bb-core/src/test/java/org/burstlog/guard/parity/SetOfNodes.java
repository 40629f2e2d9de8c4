package org.burstlog.guard.parity;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.zip.CRC32C;
import org.burstlog.log.format.Lane;
import org.burstlog.log.format.SlotDescriptor;
import org.burstlog.storage.FaultyStorage;
import org.burstlog.storage.StorageFile;
import org.jspecify.annotations.Nullable;

/** Nodes of a set, each with a tier of its own, a log on it, and what it keeps for the others. */
final class SetOfNodes implements Closeable {
  static final Path DIRECTORY = Path.of("/tier");
  static final Path LOG = DIRECTORY.resolve("log");
  static final Stream STREAM = new Stream(0x1234_5678_9abcL, 3, 4, 1, 2, true);
  static final int GENERATION = 7;

  final StripeLayout layout;
  final Random random;
  final List<FaultyStorage> tiers = new ArrayList<>();
  final List<ParityKeeper> keepers = new ArrayList<>();

  /** The bodies as they are put. */
  final byte[][] bodies;

  /** How far each has arrived at its keepers. */
  final int[] arrived;

  /** By keeper, how far it has taken its part of each. */
  final long[][] told;

  /** Logs of a node have lanes; what others put into theirs does not matter here. */
  final Lane lane;

  SetOfNodes(StripeLayout layout, int longest, Random random) throws IOException {
    this(layout, random, lengths(layout, longest, random));
  }

  private static int[] lengths(StripeLayout layout, int longest, Random random) {
    int[] lengths = new int[layout.members()];
    Arrays.setAll(lengths, i -> random.nextInt(5) == 0 ? 0 : random.nextInt(longest + 1));
    return lengths;
  }

  SetOfNodes(StripeLayout layout, Random random, int... lengths) throws IOException {
    this.layout = layout;
    this.random = random;
    lane = random.nextBoolean() ? Lane.SOLE : new Lane(1, 3, SlotDescriptor.BLOCK);
    bodies = new byte[layout.members()][];
    arrived = new int[layout.members()];
    told = new long[layout.members()][layout.members()];
    for (int member = 0; member < bodies.length; member++) {
      bodies[member] = new byte[lengths[member]];
      random.nextBytes(bodies[member]);
      // Values are often zero, in front and behind as well.
      Arrays.fill(bodies[member], lengths[member] * 2 / 3, lengths[member], (byte) 0);
      FaultyStorage tier = new FaultyStorage(DIRECTORY, random.nextLong());
      tiers.add(tier);
      keepers.add(new ParityKeeper(tier, DIRECTORY, STREAM, layout, member));
      try (StorageFile log = tier.create(LOG)) {
        write(log, lane, bodies[member]);
        log.force();
      }
      tier.syncDirectory(DIRECTORY);
    }
  }

  /** Writes a body where it is in a log. */
  static void write(StorageFile log, Lane lane, byte[] body) throws IOException {
    for (int at = 0; at < body.length; ) {
      long position = SlotDescriptor.BLOCK + (long) at;
      int length = (int) Math.min(body.length - at, lane.contiguous(position));
      log.write(lane.inFile(position), ByteBuffer.wrap(body, at, length));
      at += length;
    }
  }

  int chunks(int member) {
    return (bodies[member].length + layout.chunk() - 1) / layout.chunk();
  }

  Contribution contribution(int member, int number) {
    int begin = number * layout.chunk();
    int length = Math.min(layout.chunk(), bodies[member].length - begin);
    CRC32C crc = new CRC32C();
    crc.update(bodies[member], begin, length);
    return new Contribution(member, GENERATION, length, (int) crc.getValue());
  }

  /** Sends some more bytes of a member to one keeper or to all, in order. */
  void ship(int member, int bytes, List<ParityKeeper> to) throws IOException {
    int begin = arrived[member];
    int end = Math.min(bodies[member].length, begin + bytes);
    for (ParityKeeper keeper : to) {
      keeper.take(member, begin, ByteBuffer.wrap(bodies[member], begin, end - begin));
      for (int n = begin / layout.chunk(); n < end / layout.chunk(); n++) {
        keeper.complete(member, n, contribution(member, n));
      }
      told[keepers.indexOf(keeper)][member] = end;
    }
    arrived[member] = end;
  }

  /** Seals a log: its last chunk is as long as it is. */
  void seal(int member, List<ParityKeeper> to) throws IOException {
    ship(member, bodies[member].length, to);
    for (ParityKeeper keeper : to) {
      if (bodies[member].length % layout.chunk() > 0) {
        int last = chunks(member) - 1;
        keeper.complete(member, last, contribution(member, last));
      }
      keeper.ended(member, chunks(member));
    }
  }

  void shipSome(int times) throws IOException {
    for (int i = 0; i < times; i++) {
      int member = random.nextInt(bodies.length);
      ship(member, random.nextInt(2 * layout.chunk()), keepers);
      if (random.nextInt(4) == 0) {
        keepers.get(random.nextInt(keepers.size())).encode();
      }
    }
  }

  void sealAll() throws IOException {
    for (int member = 0; member < bodies.length; member++) {
      seal(member, keepers);
    }
  }

  void encodeAll() throws IOException {
    for (ParityKeeper keeper : keepers) {
      keeper.encode();
    }
  }

  /** What came of a rebuild: the report and the bytes. */
  record Outcome(Rebuilt rebuilt, ByteBuffer content) {
    byte[] bytes() {
      byte[] bytes = new byte[content.capacity()];
      content.get(0, bytes);
      return bytes;
    }
  }

  /** Rebuilds a member's body from what the nodes have that are left. */
  Outcome rebuild(int member, Set<Integer> lost) throws IOException {
    List<Closeable> open = new ArrayList<>();
    @Nullable Body[] others = new Body[bodies.length];
    @Nullable KeptStripes[] kept = new KeptStripes[bodies.length];
    for (int i = 0; i < bodies.length; i++) {
      if (!lost.contains(i)) {
        StorageFile log = tiers.get(i).open(LOG, false);
        open.add(log);
        others[i] = new Body(log, lane, GENERATION);
        KeptStripes stripes = KeptStripes.find(Shelf.of(tiers.get(i)), DIRECTORY, STREAM, layout);
        open.add(stripes);
        kept[i] = stripes;
      }
    }
    long[] says = new long[bodies.length];
    for (int i = 0; i < bodies.length; i++) {
      says[i] = lost.contains(i) || i == member ? -1 : told[i][member];
    }
    ByteBuffer bytes = ByteBuffer.allocate(bodies[member].length);
    try {
      Rebuilt rebuilt =
          new Rebuild(layout, others, kept)
              .rebuild(member, says, (at, some) -> bytes.duplicate().position((int) at).put(some));
      return new Outcome(rebuilt, bytes.slice(0, (int) rebuilt.length()));
    } finally {
      for (Closeable one : open) {
        one.close();
      }
    }
  }

  /** Requires that all that has arrived of the lost is there again. */
  void requireRebuilt(Set<Integer> lost) throws IOException {
    for (int member : lost) {
      Outcome outcome = rebuild(member, lost);
      byte[] expected = Arrays.copyOf(bodies[member], arrived[member]);
      assertThat(outcome.rebuilt().gone()).as("member %s of %s", member, lost).isEmpty();
      assertThat(outcome.bytes()).as("member %s of %s", member, lost).isEqualTo(expected);
    }
  }

  @Override
  public void close() throws IOException {
    for (ParityKeeper keeper : keepers) {
      keeper.close();
    }
  }
}
