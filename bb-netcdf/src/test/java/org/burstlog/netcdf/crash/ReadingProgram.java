package org.burstlog.netcdf.crash;

import java.io.IOException;
import java.nio.file.Path;
import org.burstlog.array.Region;
import org.burstlog.netcdf.NcFile;
import org.burstlog.netcdf.NcOptions;
import org.burstlog.netcdf.NcVariable;
import org.burstlog.netcdf.crash.Board.Field;

/**
 * Reads a file that {@link PuttingProgram} is writing, again and again until it is killed, and ends
 * with an error when it reads what cannot be.
 *
 * <p>What a rank had put before it looks must be there, and nothing that it has not put. While one
 * life of the program that puts goes on, or lies dead, the records are those of one moment: none is
 * torn, and each is there if a later one is.
 */
final class ReadingProgram {
  private final Board board;
  private final NcFile file;
  private final NcVariable v;

  private ReadingProgram(Board board, NcFile file) throws IOException {
    this.board = board;
    this.file = file;
    this.v = file.variable("v");
  }

  /** Argument: directory. */
  public static void main(String[] args) throws Exception {
    Path directory = Path.of(args[0]);
    NcOptions options = NcOptions.defaults().settings(PuttingProgram.settings(directory).build());
    Board board = Board.open(directory);
    try (NcFile file = NcFile.open(PuttingProgram.file(directory), options.readOnly())) {
      ReadingProgram program = new ReadingProgram(board, file);
      while (true) {
        program.look();
        board.set(Field.LOOKS, board.get(Field.LOOKS) + 1);
      }
    }
  }

  private void look() throws IOException {
    long life = openLife();
    long[] least = new long[Board.RANKS];
    for (int rank = 0; rank < Board.RANKS; rank++) {
      least[rank] = board.get(Field.ACKNOWLEDGED, rank);
    }
    boolean more = file.refresh();
    long records = file.records();
    int width = Board.RANKS * PuttingProgram.COLUMNS;
    double[] found = v.getDoubles(Region.of(new long[2], new long[] {records, width}));
    boolean calm = life >= 0 && openLife() == life;
    for (int rank = 0; rank < Board.RANKS; rank++) {
      judge(rank, least[rank], found, calm);
    }
    assert !more || records > 0;
  }

  /** Which life has the file open, or died with it open; -1 while another is being opened. */
  private long openLife() {
    long opened = board.get(Field.OPENED);
    return board.get(Field.LIVES) == opened ? opened : -1;
  }

  private void judge(int rank, long least, double[] found, boolean calm) {
    int width = Board.RANKS * PuttingProgram.COLUMNS;
    int records = found.length / width;
    long latest = 0;
    for (int record = 0; record < records; record++) {
      for (int c = 0; c < PuttingProgram.COLUMNS; c++) {
        latest = Math.max(latest, (long) found[record * width + rank * PuttingProgram.COLUMNS + c]);
      }
    }
    long most = board.get(Field.BEGUN, rank);
    if (latest < least || latest > most) {
      throw new AssertionError(
          "rank "
              + rank
              + ": put "
              + latest
              + " is the latest that was read; "
              + least
              + " was acknowledged before, "
              + most
              + " begun since");
    }
    for (int record = 0; record < records; record++) {
      // The latest put to this record of all that are not behind the latest.
      long turn = (latest - 1 - record) / PuttingProgram.RECORDS;
      long whole = record >= latest ? 0 : turn * PuttingProgram.RECORDS + record + 1;
      for (int c = 0; c < PuttingProgram.COLUMNS; c++) {
        long value = (long) found[record * width + rank * PuttingProgram.COLUMNS + c];
        boolean was = value == 0 || (value - 1) % PuttingProgram.RECORDS == record;
        if (!was || (calm && value != whole)) {
          throw new AssertionError(
              "rank "
                  + rank
                  + ", record "
                  + record
                  + ", column "
                  + c
                  + ": "
                  + value
                  + (calm ? " instead of " + whole : " was never put there")
                  + "; the latest that was read is "
                  + latest);
        }
      }
    }
  }
}
