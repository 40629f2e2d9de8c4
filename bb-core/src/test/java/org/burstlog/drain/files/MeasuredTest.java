package org.burstlog.drain.files;

import static org.assertj.core.api.Assertions.assertThat;

import org.burstlog.drain.DrainReport;
import org.burstlog.drain.PhaseTimes;
import org.burstlog.drain.Strategy;
import org.junit.jupiter.api.Test;

class MeasuredTest {
  private static DrainReport report(long bytes, long writeNanos, long exchangeNanos, long other) {
    PhaseTimes times = new PhaseTimes(0, 0, 0, exchangeNanos, 0, writeNanos, other, 0, 1);
    return new DrainReport(1, bytes, 1, 1, Strategy.EXCHANGE, "", times, times, times);
  }

  @Test
  void nothingMeasuredGivesUsualRates() {
    Measured measured = new Measured();
    measured.note(DrainReport.nothing("nothing was put"));
    assertThat(Measured.rates(measured.numbers(), 0, 1)).isEqualTo(Rates.USUAL);
  }

  @Test
  void aDrainGivesItsRates() {
    Measured measured = new Measured();
    measured.note(report(1_000_000, 10_000_000, 1_000_000, 5_000_000));
    assertThat(Measured.rates(measured.numbers(), 0, 1)).isEqualTo(new Rates(1e8, 1e8, 1e9, 5e-3));
  }

  @Test
  void processesAreInAnExchangeTogether() {
    Measured measured = new Measured();
    measured.note(report(1_000_000, 10_000_000, 1_000_000, 5_000_000));
    assertThat(Measured.rates(measured.numbers(), 0, 4).card()).isEqualTo(4e9);
  }

  @Test
  void whatIsOlderCountsLess() {
    Measured measured = new Measured();
    measured.note(report(1_000_000, 10_000_000, 1_000_000, 5_000_000));
    for (int i = 0; i < 60; i++) {
      measured.note(report(1_000_000, 5_000_000, 1_000_000, 1_000_000));
    }
    Rates rates = Measured.rates(measured.numbers(), 0, 1);
    assertThat(rates.writer()).isBetween(1.99e8, 2.01e8);
    assertThat(rates.fixed()).isBetween(0.99e-3, 1.01e-3);
  }
}
