package org.burstlog.netcdf.driver;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.burstlog.BurstlogException;
import org.burstlog.group.GroupException;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.Telling;
import org.burstlog.netcdf.header.NcError;
import org.burstlog.netcdf.header.NcException;
import org.jspecify.annotations.Nullable;

/**
 * Tells all processes what went wrong in some: those throw their own errors, the others one with
 * the code of the first, its rank and its message.
 *
 * @param what what is attempted, such as "closing /scratch/out.nc"
 * @param otherwise the error to report for failures that netCDF has no code for
 */
public record NcTelling(String what, NcError otherwise) implements Telling {
  private static final int LONGEST = 4096;

  @Override
  public NcException tell(ProcessGroup group, int gravity, @Nullable Throwable failure)
      throws IOException {
    return tell(group, failure);
  }

  /** For who knows already that some process failed. Collective. */
  NcException tell(ProcessGroup group, @Nullable Throwable failure) throws IOException {
    if (failure instanceof GroupException broken) {
      throw broken;
    }
    NcException own = failure == null ? null : asNetcdf(failure, what, otherwise);
    if (group.size() == 1 && own != null) {
      return own;
    }
    List<byte[]> all = group.gather(encode(own));
    if (own != null) {
      return own;
    }
    return first(all.stream().map(ByteBuffer::wrap).toList(), otherwise, "")
        .remedy("this rank's own arguments were right");
  }

  /** What all are told, with what this process was about to tell the others. */
  static IOException along(IOException told, @Nullable Throwable own) {
    if (own != null && own != told) {
      told.addSuppressed(own);
    }
    return told;
  }

  /**
   * The error of the first process that has one.
   *
   * @param all what each has encoded, by rank
   * @param otherwise what to call an error of unknown code
   * @param where what comes before the rank in the message
   */
  static NcException first(List<ByteBuffer> all, NcError otherwise, String where) {
    for (int rank = 0; rank < all.size(); rank++) {
      ByteBuffer first = all.get(rank);
      if (first.hasRemaining()) {
        NcError known = NcError.ofCode(first.getInt());
        NcError error = known == null ? otherwise : known;
        String text = StandardCharsets.UTF_8.decode(first).toString();
        String who = "rank " + rank + " of " + all.size();
        return new NcException(
            error, where.isEmpty() ? who + " failed: " + text : where + who + ": " + text);
      }
    }
    throw new IllegalStateException("no process says what failed");
  }

  /** Nothing, or an error's code and message. */
  static byte[] encode(@Nullable NcException own) {
    if (own == null) {
      return new byte[0];
    }
    String message = BurstlogException.messageOf(own);
    byte[] text =
        message.substring(0, Math.min(message.length(), LONGEST)).getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(Integer.BYTES + text.length).putInt(own.code()).put(text).array();
  }

  static NcException asNetcdf(Throwable failure, String what, NcError otherwise) {
    if (failure instanceof NcException known) {
      return known;
    }
    NcException error =
        new NcException(otherwise, what + ": " + BurstlogException.reason(failure), failure);
    // A message of ours says what to do, and better than what fits every error of this kind.
    return failure instanceof BurstlogException ? error.remedy("") : error;
  }
}
