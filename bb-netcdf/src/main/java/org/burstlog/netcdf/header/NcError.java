package org.burstlog.netcdf.header;

import org.jspecify.annotations.Nullable;

/**
 * The errors of the classic netCDF and PnetCDF libraries, with the numbers they have there.
 *
 * <p>A constant is named as in C, so that a message can be looked up in either library's manual.
 */
public enum NcError {
  /** The file is not open. */
  NC_EBADID(-33, "the file is not open", "open it, and do not use it after close"),
  /** Too many files are open. */
  NC_ENFILE(-34, "too many files are open", "close some"),
  /** The file exists and must not be overwritten. */
  NC_EEXIST(
      -35,
      "the file exists and must not be overwritten",
      "choose another name, or allow overwriting"),
  /** An argument is not valid. */
  NC_EINVAL(-36, "an argument is not valid", "pass a value that the message allows"),
  /** The file was opened for reading only. */
  NC_EPERM(-37, "the file was opened for reading only", "open it for writing"),
  /** Allowed in define mode only. */
  NC_ENOTINDEFINE(-38, "allowed in define mode only", "call redefine first"),
  /** Not allowed in define mode. */
  NC_EINDEFINE(-39, "not allowed in define mode", "end define mode first"),
  /** A start index lies outside its dimension. */
  NC_EINVALCOORDS(
      -40,
      "a start index lies outside its dimension",
      "choose a start inside the variable's shape"),
  /** Too many dimensions. */
  NC_EMAXDIMS(-41, "too many dimensions", "use fewer"),
  /** The name is taken. */
  NC_ENAMEINUSE(-42, "the name is taken", "choose another name"),
  /** There is no such attribute. */
  NC_ENOTATT(-43, "there is no such attribute", "list the attributes the variable has"),
  /** Too many attributes. */
  NC_EMAXATTS(-44, "too many attributes", "use fewer"),
  /** Not a type this place allows. */
  NC_EBADTYPE(-45, "not a type this place allows", "use one of the types the format knows"),
  /** There is no such dimension. */
  NC_EBADDIM(-46, "there is no such dimension", "define it before it is used"),
  /** The unlimited dimension is not the first. */
  NC_EUNLIMPOS(
      -47, "the unlimited dimension is not the first", "make it the variable's first dimension"),
  /** Too many variables. */
  NC_EMAXVARS(-48, "too many variables", "use fewer"),
  /** There is no such variable. */
  NC_ENOTVAR(-49, "there is no such variable", "define it, or list those the file has"),
  /** Not possible for the file as a whole. */
  NC_EGLOBAL(-50, "not possible for the file as a whole", "name a variable"),
  /** Not a classic netCDF file, or damaged. */
  NC_ENOTNC(-51, "not a classic netCDF file, or damaged", "check the file with ncvalidator"),
  /** The string is too short. */
  NC_ESTS(-52, "the string is too short", "pass more room"),
  /** The name is too long. */
  NC_EMAXNAME(-53, "the name is too long", "keep it within 256 bytes of UTF-8"),
  /** There is an unlimited dimension already. */
  NC_EUNLIMIT(-54, "there is an unlimited dimension already", "give this one a length"),
  /** There is no record variable. */
  NC_ENORECVARS(-55, "there is no record variable", "define one"),
  /** Text and numbers do not convert into each other. */
  NC_ECHAR(
      -56,
      "text and numbers do not convert into each other",
      "use text for NC_CHAR and numbers for the rest"),
  /** Start and count reach past the end of a dimension. */
  NC_EEDGE(
      -57,
      "start and count reach past the end of a dimension",
      "choose a count that ends inside the variable's shape"),
  /** A stride is not positive. */
  NC_ESTRIDE(-58, "a stride is not positive", "choose a stride of at least 1"),
  /** The name has characters that are not allowed. */
  NC_EBADNAME(
      -59,
      "the name has characters that are not allowed",
      "begin with a letter, digit or underscore, and leave out slashes, control characters and a final blank"),
  /** A value does not fit the type. */
  NC_ERANGE(
      -60,
      "a value does not fit the type",
      "use a wider type, or keep values in its range; all values that fit were converted"),
  /** Not enough memory. */
  NC_ENOMEM(-61, "not enough memory", "give the process more"),
  /** A variable is too large for the format. */
  NC_EVARSIZE(
      -62,
      "a variable is too large for the format",
      "use CDF-5, or define the large variable last"),
  /** The length of a dimension is not allowed. */
  NC_EDIMSIZE(-63, "the length of a dimension is not allowed", "use CDF-5, or a shorter dimension"),
  /** The file ends too early. */
  NC_ETRUNC(
      -64, "the file ends too early", "restore it from its source, or recover the pending logs"),
  /** The file is netCDF-4, which is HDF5. */
  NC_ENOTNC3(-113, "the file is netCDF-4, which is HDF5", "convert it with nccopy -k cdf5"),
  /** The fill value is set after data was written. */
  NC_ELATEFILL(-122, "the fill value is set after data was written", "set it before"),
  /** Padding of the header is not zero. */
  NC_ENULLPAD(
      -134, "padding of the header is not zero", "rewrite the header, as ncvalidator -x does"),
  /** Offsets are too narrow for the format. */
  NC_ESMALL(-201, "offsets are too narrow for the format", "use a 64-bit machine"),
  /** Not allowed in collective mode. */
  NC_ENOTINDEP(-202, "not allowed in collective mode", "begin independent mode first"),
  /** Not allowed in independent mode. */
  NC_EINDEP(-203, "not allowed in independent mode", "end independent mode first"),
  /** A file operation failed. */
  NC_EFILE(-204, "a file operation failed", "remove the cause and try again"),
  /** Reading the file failed. */
  NC_EREAD(-205, "reading the file failed", "remove the cause and try again"),
  /** Writing the file failed. */
  NC_EWRITE(-206, "writing the file failed", "remove the cause and try again"),
  /** The file could not be opened or created. */
  NC_EOFILE(-207, "the file could not be opened or created", "check path and permissions"),
  /** The memory has more than one element type. */
  NC_EMULTITYPES(-208, "the memory has more than one element type", "use one type a call"),
  /** Memory and region differ in size. */
  NC_EIOMISMATCH(
      -209,
      "memory and region differ in size",
      "make the memory as large as the product of the counts"),
  /** A count is negative. */
  NC_ENEGATIVECNT(-210, "a count is negative", "choose a count of at least 0"),
  /** The element type of the memory is not supported. */
  NC_EUNSPTETYPE(
      -211, "the element type of the memory is not supported", "use one of the primitive types"),
  /** There is no such pending request. */
  NC_EINVAL_REQUEST(-212, "there is no such pending request", "wait for a request once only"),
  /** An address is too narrow for the value. */
  NC_EAINT_TOO_SMALL(-213, "an address is too narrow for the value", "use a 64-bit machine"),
  /** Not supported. */
  NC_ENOTSUPPORT(-214, "not supported", "leave the feature out"),
  /** There is no buffer to attach. */
  NC_ENULLBUF(-215, "there is no buffer to attach", "pass one of positive size"),
  /** A buffer is attached already. */
  NC_EPREVATTACHBUF(-216, "a buffer is attached already", "detach it first"),
  /** No buffer is attached. */
  NC_ENULLABUF(-217, "no buffer is attached", "attach one first"),
  /** Buffered puts are pending. */
  NC_EPENDINGBPUT(-218, "buffered puts are pending", "wait for them first"),
  /** The attached buffer is too small. */
  NC_EINSUFFBUF(-219, "the attached buffer is too small", "attach a larger one"),
  /** The file does not exist. */
  NC_ENOENT(-220, "the file does not exist", "check the path"),
  /** A number is too large for its field. */
  NC_EINTOVERFLOW(-221, "a number is too large for its field", "use CDF-5"),
  /** The feature is not switched on. */
  NC_ENOTENABLED(-222, "the feature is not switched on", "switch it on"),
  /** The file name is not valid. */
  NC_EBAD_FILE(-223, "the file name is not valid", "choose another name"),
  /** No space is left. */
  NC_ENO_SPACE(-224, "no space is left", "free some and try again"),
  /** The quota is used up. */
  NC_EQUOTA(-225, "the quota is used up", "free some space and try again"),
  /** The start is missing. */
  NC_ENULLSTART(-226, "the start is missing", "pass one index for each dimension"),
  /** The count is missing. */
  NC_ENULLCOUNT(-227, "the count is missing", "pass one count for each dimension"),
  /** The modes for creating exclude each other. */
  NC_EINVAL_CMODE(
      -228, "the modes for creating exclude each other", "choose one format and one way of access"),
  /** The memory's type is larger than the variable's. */
  NC_ETYPESIZE(
      -229, "the memory's type is larger than the variable's", "use a type of the same size"),
  /** The memory's type is not the variable's. */
  NC_ETYPE_MISMATCH(-230, "the memory's type is not the variable's", "use the variable's type"),
  /** Memory and file types differ in size. */
  NC_ETYPESIZE_MISMATCH(-231, "memory and file types differ in size", "make both the same size"),
  /** The type is new in CDF-5. */
  NC_ESTRICTCDF2(
      -232,
      "the type is new in CDF-5",
      "create the file as CDF-5, or use one of the six classic types"),
  /** Not a record variable. */
  NC_ENOTRECVAR(-233, "not a record variable", "name one whose first dimension is unlimited"),
  /** Filling is switched off for the variable. */
  NC_ENOTFILL(-234, "filling is switched off for the variable", "switch it on"),
  /** The mode for opening is not valid. */
  NC_EINVAL_OMODE(-235, "the mode for opening is not valid", "open for reading or for writing"),
  /** Requests are pending at close. */
  NC_EPENDING(-236, "requests are pending at close", "wait for them first"),
  /** A request is too large. */
  NC_EMAX_REQ(-237, "a request is too large", "split it"),
  /** Not a log of this library. */
  NC_EBADLOG(-238, "not a log of this library", "check the log with the verify verb"),
  /** The request has reached the target already. */
  NC_EFLUSHED(-239, "the request has reached the target already", "cancel earlier, before a flush"),
  /** The definitions of the processes differ. */
  NC_EMULTIDEFINE(-250, "the definitions of the processes differ", NcError.SAME_EVERYWHERE),
  /** The modes for opening differ between processes. */
  NC_EMULTIDEFINE_OMODE(
      -251, "the modes for opening differ between processes", NcError.SAME_EVERYWHERE),
  /** The number of dimensions differs between processes. */
  NC_EMULTIDEFINE_DIM_NUM(
      -252, "the number of dimensions differs between processes", NcError.SAME_EVERYWHERE),
  /** The length of a dimension differs between processes. */
  NC_EMULTIDEFINE_DIM_SIZE(
      -253, "the length of a dimension differs between processes", NcError.SAME_EVERYWHERE),
  /** The name of a dimension differs between processes. */
  NC_EMULTIDEFINE_DIM_NAME(
      -254, "the name of a dimension differs between processes", NcError.SAME_EVERYWHERE),
  /** The number of variables differs between processes. */
  NC_EMULTIDEFINE_VAR_NUM(
      -255, "the number of variables differs between processes", NcError.SAME_EVERYWHERE),
  /** The name of a variable differs between processes. */
  NC_EMULTIDEFINE_VAR_NAME(
      -256, "the name of a variable differs between processes", NcError.SAME_EVERYWHERE),
  /** A variable's number of dimensions differs between processes. */
  NC_EMULTIDEFINE_VAR_NDIMS(
      -257, "a variable's number of dimensions differs between processes", NcError.SAME_EVERYWHERE),
  /** A variable's dimensions differ between processes. */
  NC_EMULTIDEFINE_VAR_DIMIDS(
      -258, "a variable's dimensions differ between processes", NcError.SAME_EVERYWHERE),
  /** A variable's type differs between processes. */
  NC_EMULTIDEFINE_VAR_TYPE(
      -259, "a variable's type differs between processes", NcError.SAME_EVERYWHERE),
  /** A variable's size differs between processes. */
  NC_EMULTIDEFINE_VAR_LEN(
      -260, "a variable's size differs between processes", NcError.SAME_EVERYWHERE),
  /** The number of records differs between processes. */
  NC_EMULTIDEFINE_NUMRECS(
      -261, "the number of records differs between processes", NcError.SAME_EVERYWHERE),
  /** Where a variable begins differs between processes. */
  NC_EMULTIDEFINE_VAR_BEGIN(
      -262, "where a variable begins differs between processes", NcError.SAME_EVERYWHERE),
  /** The number of attributes differs between processes. */
  NC_EMULTIDEFINE_ATTR_NUM(
      -263, "the number of attributes differs between processes", NcError.SAME_EVERYWHERE),
  /** The size of an attribute differs between processes. */
  NC_EMULTIDEFINE_ATTR_SIZE(
      -264, "the size of an attribute differs between processes", NcError.SAME_EVERYWHERE),
  /** The name of an attribute differs between processes. */
  NC_EMULTIDEFINE_ATTR_NAME(
      -265, "the name of an attribute differs between processes", NcError.SAME_EVERYWHERE),
  /** The type of an attribute differs between processes. */
  NC_EMULTIDEFINE_ATTR_TYPE(
      -266, "the type of an attribute differs between processes", NcError.SAME_EVERYWHERE),
  /** The length of an attribute differs between processes. */
  NC_EMULTIDEFINE_ATTR_LEN(
      -267, "the length of an attribute differs between processes", NcError.SAME_EVERYWHERE),
  /** The value of an attribute differs between processes. */
  NC_EMULTIDEFINE_ATTR_VAL(
      -268, "the value of an attribute differs between processes", NcError.SAME_EVERYWHERE),
  /** The arguments of a collective call differ between processes. */
  NC_EMULTIDEFINE_FNC_ARGS(
      -269, "the arguments of a collective call differ between processes", NcError.SAME_EVERYWHERE),
  /** The fill mode of the file differs between processes. */
  NC_EMULTIDEFINE_FILL_MODE(
      -270, "the fill mode of the file differs between processes", NcError.SAME_EVERYWHERE),
  /** The fill mode of a variable differs between processes. */
  NC_EMULTIDEFINE_VAR_FILL_MODE(
      -271, "the fill mode of a variable differs between processes", NcError.SAME_EVERYWHERE),
  /** The fill value of a variable differs between processes. */
  NC_EMULTIDEFINE_VAR_FILL_VALUE(
      -272, "the fill value of a variable differs between processes", NcError.SAME_EVERYWHERE),
  /** The modes for creating differ between processes. */
  NC_EMULTIDEFINE_CMODE(
      -273, "the modes for creating differ between processes", NcError.SAME_EVERYWHERE);

  private static final String SAME_EVERYWHERE = "make every process pass the same";

  private final int code;
  private final String description;
  private final String remedy;

  NcError(int code, String description, String remedy) {
    this.code = code;
    this.description = description;
    this.remedy = remedy;
  }

  /**
   * Finds an error by its number.
   *
   * @param code the number, negative
   * @return the error, or null when there is none
   */
  public static @Nullable NcError ofCode(int code) {
    for (NcError error : values()) {
      if (error.code == code) {
        return error;
      }
    }
    return null;
  }

  /**
   * Returns the number.
   *
   * @return as in the C library, negative
   */
  public int code() {
    return code;
  }

  /**
   * Returns what the error means.
   *
   * @return a phrase without a full stop
   */
  public String description() {
    return description;
  }

  /**
   * Returns what to do about it.
   *
   * @return a phrase without a full stop
   */
  public String remedy() {
    return remedy;
  }
}
