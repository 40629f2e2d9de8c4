package org.burstlog.log.format;

/**
 * The part of a log file that belongs to one process.
 *
 * <p>A file that several processes share is cut into blocks of equal size which are theirs in turn;
 * each process sees its own blocks as one address space that begins with its own header. A file of
 * one process is a single lane whose positions are those of the file.
 *
 * @param index which process of those that share the file
 * @param lanes how many share it
 * @param blockSize bytes of a block; of no meaning for a single lane
 */
public record Lane(int index, int lanes, long blockSize) {
  public static final Lane SOLE = new Lane(0, 1, 0);

  public Lane {
    if (lanes < 1 || index < 0 || index >= lanes) {
      throw new IllegalArgumentException("lane " + index + " of " + lanes);
    }
    if (!possibleBlock(lanes, blockSize)) {
      throw new IllegalArgumentException("block size " + blockSize);
    }
  }

  /** Tells whether blocks of a size can be shared so. */
  static boolean possibleBlock(int lanes, long blockSize) {
    return lanes == 1
        || (blockSize >= SlotDescriptor.BLOCK
            && (blockSize & 4095) == 0
            && blockSize <= Long.MAX_VALUE / 2 / lanes);
  }

  /** Returns the position in the file of a position in the lane. */
  public long inFile(long position) {
    if (lanes == 1) {
      return position;
    }
    return (position / blockSize * lanes + index) * blockSize + position % blockSize;
  }

  /** Returns how many bytes from a position in the lane lie in one piece in the file. */
  public long contiguous(long position) {
    return lanes == 1 ? Long.MAX_VALUE - position : blockSize - position % blockSize;
  }

  /** Returns the bytes of the lane in a file of some size. */
  public long length(long fileSize) {
    if (lanes == 1) {
      return fileSize;
    }
    long round = blockSize * lanes;
    long rest = fileSize % round - index * blockSize;
    return fileSize / round * blockSize + Math.max(0, Math.min(rest, blockSize));
  }
}
