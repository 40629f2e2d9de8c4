package org.burstlog.bench.demo;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import org.burstlog.BurstlogException;
import org.burstlog.array.Region;
import org.burstlog.netcdf.NcFile;
import org.burstlog.netcdf.NcOptions;
import org.burstlog.netcdf.NcVariable;

/** Draws a record of a variable: blue where it is low, white at zero, red where it is high. */
final class Picture {
  private Picture() {}

  /** Draws the last record of a variable, a pixel a cell, north up. */
  static void draw(Path netcdf, String name, Path png) throws IOException {
    // Where there is a display but only a headless JDK, images could not be made.
    System.setProperty("java.awt.headless", "true");
    try (NcFile file = NcFile.open(netcdf, NcOptions.defaults().readOnly())) {
      NcVariable variable = file.variable(name);
      int rows = Math.toIntExact(variable.shape()[1]);
      int columns = Math.toIntExact(variable.shape()[2]);
      float[] values = new float[rows * columns];
      variable.get(
          Region.of(new long[] {file.records() - 1, 0, 0}, new long[] {1, rows, columns}), values);
      if (!ImageIO.write(image(values, rows, columns), "png", png.toFile())) {
        throw new BurstlogException(png + ": this Java cannot write PNG; use a full JDK");
      }
    }
  }

  private static BufferedImage image(float[] values, int rows, int columns) {
    float most = Float.MIN_NORMAL;
    for (float value : values) {
      most = Math.max(most, Math.abs(value));
    }
    BufferedImage image = new BufferedImage(columns, rows, BufferedImage.TYPE_INT_RGB);
    for (int j = 0; j < rows; j++) {
      for (int i = 0; i < columns; i++) {
        image.setRGB(i, rows - 1 - j, color(values[j * columns + i] / most));
      }
    }
    return image;
  }

  /** From -1, blue, over 0, white, to 1, red; the root makes small waves visible. */
  static int color(float value) {
    int pale = 255 - (int) Math.round(255 * Math.sqrt(Math.min(1, Math.abs(value))));
    return value < 0 ? pale << 16 | pale << 8 | 0xFF : 0xFF << 16 | pale << 8 | pale;
  }
}
