package org.burstlog.netcdf.driver;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.burstlog.array.Array;
import org.burstlog.array.Region;
import org.burstlog.group.GroupException;
import org.burstlog.group.Together;
import org.burstlog.netcdf.header.Layout;
import org.burstlog.recover.Attachment;
import org.jspecify.annotations.Nullable;

/**
 * Gets that look into logs of sessions first, and into the target for what is not there. What is in
 * logs on other nodes is got by all processes together.
 */
final class LogReads {
  private final Driver target;
  private final Attachment attachment;
  private final List<Array> arrays;
  private final FarGets far;

  /**
   * Gets of a file.
   *
   * @param target reads what no log has
   * @param layout where the variables lie
   */
  LogReads(Driver target, DriverContext context, Attachment attachment, Layout layout) {
    this.target = target;
    this.attachment = attachment;
    this.arrays =
        IntStream.range(0, layout.header().variables().size()).mapToObj(layout::array).toList();
    String path = context.target().path().toString();
    this.far = new FarGets(context.group(), attachment, target, arrays, path);
  }

  void get(int variable, Region region, Object into, long offset, long length) throws IOException {
    far.requireNear(variable, region);
    Array array = arrays.get(variable);
    // What one thread reads of a log that is drained meanwhile must not look well to another.
    synchronized (attachment) {
      long found;
      do {
        found = attachment.read(array, region, into, offset);
        if (found < length) {
          target.get(variable, region, into, offset, length);
          // A drain may be moving what was put since, and has moved a part of it.
          attachment.catchUp();
          found = attachment.read(array, region, into, offset);
        }
      } while (!attachment.isStill());
      attachment.count(found, found < length ? length : 0);
    }
  }

  void get(Transfer get) throws IOException {
    get(get.variable(), get.region(), get.memory(), get.offset(), get.length());
  }

  /** As {@link Driver#getTogether}. */
  void getTogether(List<Transfer> transfers, @Nullable IOException failure) throws IOException {
    List<Transfer> together = new ArrayList<>();
    Throwable wrong =
        Together.attempt(
            failure,
            () -> {
              for (Transfer get : transfers) {
                if (far.isFar(get)) {
                  together.add(get);
                } else {
                  get(get);
                }
              }
            });
    far.get(together, wrong);
  }

  /** Carries out gets of all processes; each is told its failure. */
  void complete(List<Transfer> gets) throws IOException {
    if (!attachment.isApart()) {
      Transfer.each(gets, this::get);
      return;
    }
    List<Transfer> together = new ArrayList<>();
    List<Transfer> alone = new ArrayList<>();
    gets.forEach(get -> (far.isFar(get) ? together : alone).add(get));
    Transfer.each(alone, this::get);
    try {
      far.get(together, null);
    } catch (GroupException e) {
      throw e;
    } catch (IOException e) {
      together.forEach(get -> get.fail(e));
    }
  }
}
