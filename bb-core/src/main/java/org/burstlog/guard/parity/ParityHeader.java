package org.burstlog.guard.parity;

import java.util.List;

/**
 * What a parity chunk says of itself.
 *
 * @param stream what its stripe belongs to
 * @param layout how stripes are made
 * @param stripe which stripe
 * @param parity which parity of the stripe
 * @param length bytes of the parity: as many as the longest contribution has
 * @param crc CRC32C of the parity
 * @param contributions what it was made of, by columns
 */
record ParityHeader(
    Stream stream,
    StripeLayout layout,
    long stripe,
    int parity,
    int length,
    int crc,
    List<Contribution> contributions) {
  ParityHeader {
    contributions = List.copyOf(contributions);
  }
}
