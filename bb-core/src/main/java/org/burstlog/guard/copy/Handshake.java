package org.burstlog.guard.copy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * What both ends of a connection prove to each other before anything else: that they know the
 * keeper's secret. Neither says it; each hashes with it what the other has drawn for this
 * connection alone.
 *
 * <pre>
 *   keeper: nonce                                   16 bytes
 *   origin: magic, session, rank, nonce, proof      8 + 8 + 4 + 16 + 32
 *   keeper: proof                                   32
 * </pre>
 */
final class Handshake {
  static final int NONCE = 16;
  static final int PROOF = 32;
  static final int HELLO = Long.BYTES + Long.BYTES + Integer.BYTES + NONCE + PROOF;

  /** Reads as the letters BURSTCPY; the last byte changes with what is sent behind it. */
  static final long MAGIC = 0x4255525354435031L;

  private static final String ALGORITHM = "HmacSHA256";
  private static final SecureRandom RANDOM = new SecureRandom();

  private Handshake() {}

  static byte[] random(int bytes) {
    byte[] random = new byte[bytes];
    RANDOM.nextBytes(random);
    return random;
  }

  /** What whoever sends copies says. */
  static byte[] hello(byte[] secret, long session, int rank, byte[] keepers, byte[] origins) {
    byte[] proof = ofOrigin(secret, session, rank, keepers, origins);
    return ByteBuffer.allocate(HELLO)
        .putLong(MAGIC)
        .putLong(session)
        .putInt(rank)
        .put(origins)
        .put(proof)
        .array();
  }

  static byte[] ofOrigin(byte[] secret, long session, int rank, byte[] keepers, byte[] origins) {
    return proof(secret, "origin", session, rank, keepers, origins);
  }

  static byte[] ofKeeper(byte[] secret, long session, int rank, byte[] keepers, byte[] origins) {
    return proof(secret, "keeper", session, rank, keepers, origins);
  }

  /** Takes the same time wherever they differ. */
  static boolean same(byte[] one, byte[] other) {
    return MessageDigest.isEqual(one, other);
  }

  private static byte[] proof(
      byte[] secret, String who, long session, int rank, byte[] keepers, byte[] origins) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(secret, ALGORITHM));
      mac.update(who.getBytes(StandardCharsets.US_ASCII));
      mac.update(
          ByteBuffer.allocate(Long.BYTES + Integer.BYTES).putLong(session).putInt(rank).flip());
      mac.update(keepers);
      return mac.doFinal(origins);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java runtime has " + ALGORITHM, e);
    }
  }
}
