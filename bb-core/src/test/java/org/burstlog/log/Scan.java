package org.burstlog.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.burstlog.log.format.LogHeader;
import org.burstlog.log.read.LaneReader;
import org.burstlog.log.read.LogReader;
import org.burstlog.log.read.LogRecord;
import org.burstlog.log.read.LogVerdict;
import org.burstlog.storage.Storage;

/**
 * What a reader that knows nothing but the files finds in a lane.
 *
 * @param header what the lane says of itself
 * @param ids names of the records, in the order they were found
 * @param verdict what the reader thinks
 */
record Scan(LogHeader header, Set<Long> ids, LogVerdict verdict) {

  /** Reads all lanes of a log of pattern records and checks every byte it is given. */
  static List<Scan> of(Storage storage, Path meta, Pattern pattern) throws IOException {
    List<Scan> scans = new ArrayList<>();
    try (LogReader reader = LogReader.open(storage, meta)) {
      for (int i = 0; i < reader.lanes(); i++) {
        LaneReader lane = reader.lane(i);
        Set<Long> ids = new LinkedHashSet<>();
        long sequence = -1;
        for (LogRecord r = lane.next(); r != null; r = lane.next()) {
          assertThat(r.array()).isEqualTo(Pattern.ARRAY);
          assertThat(r.sequence()).isGreaterThan(sequence);
          // A power loss may have taken the header that says whose the lane is, and left records.
          assertThat(lane.header().rank()).isIn(r.rank(), -1);
          sequence = r.sequence();
          long id = pattern.check(r.region(), lane.view(), r.dataPosition());
          assertThat(ids.add(id)).as("record %x is new", id).isTrue();
        }
        assertThat(lane.verdict().records()).isEqualTo(ids.size());
        scans.add(new Scan(lane.header(), ids, lane.verdict()));
      }
    }
    return scans;
  }
}
