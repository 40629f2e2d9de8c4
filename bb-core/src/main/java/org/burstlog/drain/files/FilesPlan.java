package org.burstlog.drain.files;

import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * How several files are drained at once, and how long each way of it was predicted to take.
 *
 * @param deal what was chosen
 * @param seconds what was predicted, by scheme
 */
public record FilesPlan(Deal deal, Map<Scheme, Double> seconds) {
  /** How many files may be drained at once with the usual memory. */
  public static final int USUAL_LANES = 16;

  /**
   * Copies the predictions.
   *
   * @param deal what was chosen
   * @param seconds what was predicted, by scheme
   */
  public FilesPlan {
    seconds = Map.copyOf(seconds);
  }

  /**
   * Plans.
   *
   * @param wanted the scheme, or {@link Scheme#AUTO} for the one that takes the least time, and of
   *     those alike the simplest
   * @param files what is pending of each
   * @param places where the processes are
   * @param rates how fast things go
   * @param most how many files may be drained at once, at least 1
   * @return the plan, the same for who asks the same
   */
  public static FilesPlan of(
      Scheme wanted, List<FileLoad> files, Places places, Rates rates, int most) {
    Dealer dealer = new Dealer(files, places, most);
    Prediction prediction = new Prediction(files, places, rates);
    Map<Scheme, Deal> deals = new EnumMap<>(Scheme.class);
    Map<Scheme, Double> seconds = new EnumMap<>(Scheme.class);
    Scheme best = Scheme.TURNS;
    for (Scheme scheme : List.of(Scheme.TURNS, Scheme.SPREAD, Scheme.BPS, Scheme.LPS)) {
      Deal deal = dealer.deal(scheme);
      deals.put(scheme, deal);
      double predicted = prediction.seconds(deal);
      seconds.put(scheme, predicted);
      best = predicted < seconds.getOrDefault(best, Double.MAX_VALUE) ? scheme : best;
    }
    Deal chosen = Objects.requireNonNull(deals.get(wanted == Scheme.AUTO ? best : wanted));
    return new FilesPlan(chosen, seconds);
  }

  /**
   * Returns the predicted time of the chosen scheme.
   *
   * @return seconds
   */
  public double predicted() {
    return seconds.getOrDefault(deal.scheme(), 0.0);
  }

  /**
   * Says in one line what was chosen and what was predicted.
   *
   * @return for people
   */
  public String explain() {
    String all =
        new EnumMap<>(seconds)
            .entrySet().stream()
                .map(each -> name(each.getKey()) + " " + millis(each.getValue()))
                .collect(Collectors.joining(", "));
    return name(deal.scheme()) + " in " + deal.lanes().size() + " lanes; predicted: " + all;
  }

  private static String name(Scheme scheme) {
    return scheme.name().toLowerCase(Locale.ROOT);
  }

  private static String millis(double seconds) {
    return String.format(Locale.ROOT, "%.1f ms", seconds * 1e3);
  }
}
