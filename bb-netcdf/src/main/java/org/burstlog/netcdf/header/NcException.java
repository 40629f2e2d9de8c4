package org.burstlog.netcdf.header;

import org.burstlog.BurstlogException;
import org.jspecify.annotations.Nullable;

/**
 * An error that netCDF has a code for.
 *
 * <p>Its message holds all that is known: symbol and number of the error, the variable, the index
 * of the element or the offset in the file, what is wrong, and what to do about it.
 */
public final class NcException extends BurstlogException {
  private static final long serialVersionUID = 1L;

  /** Stands for an index or offset that is not known. */
  public static final long NONE = -1;

  /** Which of netCDF's errors. */
  private final NcError error;

  /** The variable's name, if it is of one. */
  private final @Nullable String variable;

  /** The first element concerned, or NONE. */
  private final long index;

  /** The place in the file, or NONE. */
  private final long offset;

  /** What is wrong. */
  private final String what;

  /** What to do about it. */
  private final String remedy;

  /**
   * An error and what is wrong, with the error's usual remedy.
   *
   * @param error which of netCDF's errors
   * @param what what is wrong, with the values that show it
   */
  public NcException(NcError error, String what) {
    this(error, null, NONE, NONE, what, error.remedy());
  }

  /**
   * An error that comes from another.
   *
   * @param error which of netCDF's errors
   * @param what what is wrong, with the values that show it
   * @param cause what it comes from
   */
  public NcException(NcError error, String what, Throwable cause) {
    this(error, what);
    initCause(cause);
  }

  private NcException(
      NcError error,
      @Nullable String variable,
      long index,
      long offset,
      String what,
      String remedy) {
    super(message(error, variable, index, offset, what, remedy));
    this.error = error;
    this.variable = variable;
    this.index = index;
    this.offset = offset;
    this.what = what;
    this.remedy = remedy;
  }

  /**
   * The same error of a variable.
   *
   * @param name the variable's name
   * @return a new exception
   */
  public NcException variable(String name) {
    return like(new NcException(error, name, index, offset, what, remedy));
  }

  /**
   * The same error of a file.
   *
   * @param path the file's path
   * @return a new exception
   */
  public NcException file(String path) {
    return like(new NcException(error, variable, index, offset, path + ": " + what, remedy));
  }

  /**
   * The same error of an element.
   *
   * @param element index of the first element concerned, in the order of the memory it comes from
   * @return a new exception
   */
  public NcException index(long element) {
    return like(new NcException(error, variable, element, offset, what, remedy));
  }

  /**
   * The same error at a place in the file.
   *
   * @param position of the first byte concerned
   * @return a new exception
   */
  public NcException offset(long position) {
    return like(new NcException(error, variable, index, position, what, remedy));
  }

  /**
   * The same error with advice that fits better than the usual.
   *
   * @param advice what to do; empty when what is wrong says that already
   * @return a new exception
   */
  public NcException remedy(String advice) {
    return like(new NcException(error, variable, index, offset, what, advice));
  }

  /**
   * Returns the error.
   *
   * @return which of netCDF's errors
   */
  public NcError error() {
    return error;
  }

  /**
   * Returns the error's number.
   *
   * @return as in the C library, negative
   */
  public int code() {
    return error.code();
  }

  /**
   * Returns the variable's name.
   *
   * @return the name, or null when the error is not of a variable
   */
  public @Nullable String variableName() {
    return variable;
  }

  /**
   * Returns the first element concerned.
   *
   * @return its index, or {@link #NONE}
   */
  public long elementIndex() {
    return index;
  }

  /**
   * Returns the place in the file.
   *
   * @return an offset, or {@link #NONE}
   */
  public long fileOffset() {
    return offset;
  }

  /**
   * Gives a copy the origin of this: it says more of the same error, not that there was another.
   */
  private NcException like(NcException copy) {
    copy.setStackTrace(getStackTrace());
    if (getCause() != null) {
      copy.initCause(getCause());
    }
    return copy;
  }

  private static String message(
      NcError error,
      @Nullable String variable,
      long index,
      long offset,
      String what,
      String remedy) {
    StringBuilder text = new StringBuilder(error.name()).append(" (").append(error.code());
    text.append("): ");
    if (variable != null) {
      text.append("variable '").append(variable).append("': ");
    }
    if (index != NONE) {
      text.append("element ").append(index).append(": ");
    }
    if (offset != NONE) {
      text.append("at byte ").append(offset).append(": ");
    }
    return text.append(what).append(remedy.isEmpty() ? "" : "; ").append(remedy).toString();
  }
}
