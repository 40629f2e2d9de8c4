package org.burstlog.netcdfjava.programs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.burstlog.testing.SuppressForbidden;
import ucar.ma2.Array;
import ucar.ma2.ArrayChar;
import ucar.ma2.ArrayDouble;
import ucar.ma2.ArrayInt;
import ucar.ma2.ArrayStructureW;
import ucar.ma2.DataType;
import ucar.ma2.InvalidRangeException;
import ucar.ma2.StructureData;
import ucar.ma2.StructureDataW;
import ucar.ma2.StructureMembers;
import ucar.nc2.Attribute;
import ucar.nc2.Dimension;
import ucar.nc2.FileWriter2;
import ucar.nc2.NetcdfFile;
import ucar.nc2.NetcdfFileWriter;
import ucar.nc2.Structure;
import ucar.nc2.Variable;

/**
 * Programs that write by NetCDF-Java and know nothing of a burst buffer, each into a file of its
 * own. What they print is what they read of it.
 */
public final class Cases {
  private static final List<DataType> TYPES =
      List.of(
          DataType.BYTE,
          DataType.CHAR,
          DataType.SHORT,
          DataType.INT,
          DataType.FLOAT,
          DataType.DOUBLE);

  private Cases() {}

  /** One of them. */
  public interface Case {
    void write(String path) throws IOException, InvalidRangeException;
  }

  public static Map<String, Case> all() {
    Map<String, Case> all = new LinkedHashMap<>();
    all.put("all-types", path -> allTypes(path, true));
    all.put("all-types-without-fill", path -> allTypes(path, false));
    all.put("records-in-order", path -> recordsInOrder(path, true));
    all.put("records-in-order-without-fill", path -> recordsInOrder(path, false));
    all.put("records-at-once", Cases::recordsAtOnce);
    all.put("records-with-gaps", path -> recordsWithGaps(path, true));
    all.put("records-with-gaps-without-fill", path -> recordsWithGaps(path, false));
    all.put("odd-records", Cases::oddRecords);
    all.put("strings", Cases::strings);
    all.put("views-of-arrays", Cases::viewsOfArrays);
    all.put("other-types-in-memory", Cases::otherTypesInMemory);
    all.put("scalars", Cases::scalars);
    all.put("fill-values", Cases::fillValues);
    all.put("fill-switched", Cases::fillSwitched);
    all.put("structures", Cases::structures);
    all.put("header-with-room", Cases::headerWithRoom);
    all.put("header-without-room", Cases::headerWithoutRoom);
    all.put("large-file", Cases::largeFile);
    all.put("preallocated", Cases::preallocated);
    all.put("attributes-only", Cases::attributesOnly);
    all.put("attribute-updated", Cases::attributeUpdated);
    all.put("opened-again", Cases::openedAgain);
    all.put("made-anew", Cases::madeAnew);
    all.put("aborted", Cases::aborted);
    all.put("read-while-written", Cases::readWhileWritten);
    all.put("copied", Cases::copied);
    all.put("older-writer", Cases::olderWriter);
    all.put("older-copy", Cases::olderCopy);
    all.put("outside", Cases::outside);
    for (int seed = 1; seed <= 12; seed++) {
      long number = seed;
      all.put("random-" + seed, path -> new Drawn(number).write(path));
    }
    return all;
  }

  @SuppressForbidden("A program prints what it reads")
  public static void main(String[] arguments) throws Exception {
    Path directory = Path.of(arguments[0]);
    for (Map.Entry<String, Case> each : all().entrySet()) {
      if (arguments.length == 1 || arguments[1].equals(each.getKey())) {
        System.out.println("# " + each.getKey());
        each.getValue().write(directory.resolve(each.getKey() + ".nc").toString());
      }
    }
  }

  @SuppressForbidden("A program prints what it reads")
  private static void print(Object what) {
    System.out.println(what);
  }

  static NetcdfFileWriter create(String path) throws IOException {
    return NetcdfFileWriter.createNew(NetcdfFileWriter.Version.netcdf3, path);
  }

  /** Values that are told apart, and fit into each type. */
  static Array count(DataType type, int first, int... shape) {
    Array values = Array.factory(type, shape);
    for (int i = 0; i < values.getSize(); i++) {
      values.setInt(i, type == DataType.CHAR ? 'a' + (first + i) % 26 : (first + i) % 120);
    }
    return values;
  }

  private static int[] at(int... origin) {
    return origin;
  }

  private static void allTypes(String path, boolean fill)
      throws IOException, InvalidRangeException {
    NetcdfFileWriter writer = create(path);
    writer.setFill(fill);
    writer.addDimension(null, "y", 5);
    writer.addDimension(null, "x", 7);
    List<Variable> variables = new ArrayList<>();
    for (DataType type : TYPES) {
      variables.add(writer.addVariable(null, "v" + type, type, "y x"));
      variables.add(writer.addVariable(null, "untouched" + type, type, "x"));
    }
    writer.create();
    for (int i = 0; i < TYPES.size(); i++) {
      writer.write(variables.get(2 * i), at(1, 2), count(TYPES.get(i), i, 3, 4));
      writer.write(variables.get(2 * i), at(3, 0), count(TYPES.get(i), 50, 2, 7));
    }
    writer.close();
  }

  private static void recordsInOrder(String path, boolean fill)
      throws IOException, InvalidRangeException {
    NetcdfFileWriter writer = create(path);
    writer.setFill(fill);
    writer.addUnlimitedDimension("time");
    writer.addDimension(null, "lat", 3);
    writer.addDimension(null, "lon", 4);
    writer.addGroupAttribute(null, new Attribute("Conventions", "CF-1.6"));
    Variable time = writer.addVariable(null, "time", DataType.INT, "time");
    writer.addVariableAttribute(time, new Attribute("units", "hours since 2000-01-01"));
    Variable t = writer.addVariable(null, "T", DataType.DOUBLE, "time lat lon");
    Variable rh = writer.addVariable(null, "rh", DataType.SHORT, "time lat lon");
    Variable flag = writer.addVariable(null, "flag", DataType.BYTE, "time lon");
    Variable lat = writer.addVariable(null, "lat", DataType.FLOAT, "lat");
    writer.create();
    writer.write(lat, count(DataType.FLOAT, 41, 3));
    for (int record = 0; record < 10; record++) {
      writer.write(time, at(record), count(DataType.INT, record * 12, 1));
      writer.write(t, at(record, 0, 0), count(DataType.DOUBLE, record, 1, 3, 4));
      writer.write(rh, at(record, 0, 0), count(DataType.SHORT, record, 1, 3, 4));
      if (record % 3 == 0) {
        writer.write(flag, at(record, 1), count(DataType.BYTE, record, 1, 2));
      }
    }
    writer.close();
  }

  private static void recordsAtOnce(String path) throws IOException, InvalidRangeException {
    NetcdfFileWriter writer = create(path);
    writer.addUnlimitedDimension("time");
    writer.addDimension(null, "x", 6);
    Variable a = writer.addVariable(null, "a", DataType.FLOAT, "time x");
    Variable b = writer.addVariable(null, "b", DataType.CHAR, "time x");
    writer.create();
    writer.write(a, count(DataType.FLOAT, 0, 40, 6));
    writer.flush();
    writer.write(b, at(10, 2), count(DataType.CHAR, 0, 20, 3));
    writer.write(a, at(39, 0), count(DataType.FLOAT, 9, 3, 6));
    writer.close();
  }

  private static void recordsWithGaps(String path, boolean fill)
      throws IOException, InvalidRangeException {
    NetcdfFileWriter writer = create(path);
    writer.setFill(fill);
    writer.addUnlimitedDimension("time");
    writer.addDimension(null, "x", 5);
    Variable a = writer.addVariable(null, "a", DataType.INT, "time x");
    Variable b = writer.addVariable(null, "b", DataType.SHORT, "time");
    writer.create();
    writer.write(a, at(4, 0), count(DataType.INT, 1, 1, 5));
    writer.write(a, at(2, 1), count(DataType.INT, 30, 1, 2));
    writer.write(b, at(7), count(DataType.SHORT, 3, 2));
    writer.flush();
    writer.write(a, at(11, 4), count(DataType.INT, 60, 1, 1));
    writer.write(b, at(0), count(DataType.SHORT, 5, 2));
    writer.close();
  }

  /** The only variable with records is not padded. */
  private static void oddRecords(String path) throws IOException, InvalidRangeException {
    NetcdfFileWriter writer = create(path);
    writer.addUnlimitedDimension("n");
    writer.addDimension(null, "three", 3);
    Variable bytes = writer.addVariable(null, "bytes", DataType.BYTE, "n three");
    writer.create();
    for (int record = 0; record < 5; record++) {
      writer.write(bytes, at(record, 0), count(DataType.BYTE, record, 1, 3));
    }
    writer.close();
  }

  private static void strings(String path) throws IOException, InvalidRangeException {
    NetcdfFileWriter writer = create(path);
    writer.addUnlimitedDimension("time");
    Dimension name = writer.addDimension(null, "name", 12);
    Dimension station = writer.addDimension(null, "station", 4);
    Variable names = writer.addVariable(null, "names", DataType.CHAR, List.of(station, name));
    Variable log = writer.addVariable(null, "log", DataType.CHAR, "time name");
    Variable made = writer.addStringVariable(null, "made", List.of(station), 20);
    writer.create();
    String[] words = {"Norderney", "Helgoland", "K\u00f6nigstein", "a name that is too long"};
    writer.writeStringData(names, Array.factory(String.class, new int[] {4}, words));
    ArrayChar one = new ArrayChar.D2(1, 12);
    one.setString(0, "rain");
    writer.write(log, at(0, 0), one);
    writer.writeStringData(
        log, at(2), Array.factory(String.class, new int[] {1}, new String[] {"snow"}));
    writer.writeStringData(
        made, at(1), Array.factory(String.class, new int[] {2}, new String[] {"x", ""}));
    writer.close();
  }

  private static void viewsOfArrays(String path) throws IOException, InvalidRangeException {
    NetcdfFileWriter writer = create(path);
    writer.addDimension(null, "z", 4);
    writer.addDimension(null, "y", 6);
    writer.addDimension(null, "x", 8);
    Variable v = writer.addVariable(null, "v", DataType.DOUBLE, "z y x");
    Variable w = writer.addVariable(null, "w", DataType.CHAR, "y x");
    writer.create();
    Array all = count(DataType.DOUBLE, 0, 4, 6, 8);
    writer.write(v, at(1, 0, 0), all.sectionNoReduce(at(2, 0, 0), new int[] {1, 6, 8}, null));
    writer.write(
        v, at(0, 1, 2), all.sectionNoReduce(at(0, 1, 0), new int[] {1, 3, 3}, new int[] {1, 2, 3}));
    writer.write(v, at(2, 0, 0), count(DataType.DOUBLE, 7, 8, 6, 2).transpose(0, 2));
    writer.write(
        v, at(3, 5, 0), all.flip(2).sectionNoReduce(at(0, 0, 0), new int[] {1, 1, 8}, null));
    writer.write(w, count(DataType.CHAR, 0, 8, 6).transpose(0, 1));
    Array same = Array.factoryConstant(double.class, new int[] {1, 1, 4}, new double[] {42});
    writer.write(v, at(3, 0, 4), same);
    writer.close();
  }

  private static void otherTypesInMemory(String path) throws IOException, InvalidRangeException {
    NetcdfFileWriter writer = create(path);
    writer.addDimension(null, "x", 6);
    List<Variable> variables = new ArrayList<>();
    for (DataType type : TYPES) {
      variables.add(writer.addVariable(null, "v" + type, type, "x"));
    }
    writer.create();
    ArrayDouble.D1 reals = new ArrayDouble.D1(3);
    reals.set(0, 1e300);
    reals.set(1, -70000.75);
    reals.set(2, Double.NaN);
    ArrayInt.D1 integers = new ArrayInt.D1(2);
    integers.set(0, 70000);
    integers.set(1, -1);
    for (Variable variable : variables) {
      if (variable.getDataType() != DataType.CHAR) {
        writer.write(variable, reals);
        writer.write(variable, at(4), integers);
      }
    }
    writer.close();
  }

  private static void scalars(String path) throws IOException, InvalidRangeException {
    NetcdfFileWriter writer = create(path);
    List<Variable> variables = new ArrayList<>();
    for (DataType type : TYPES) {
      variables.add(writer.addVariable(null, "v" + type, type, new ArrayList<Dimension>()));
    }
    writer.create();
    for (Variable variable : variables.subList(0, 4)) {
      writer.write(variable, count(variable.getDataType(), 5));
    }
    writer.close();
  }

  private static void fillValues(String path) throws IOException, InvalidRangeException {
    NetcdfFileWriter writer = create(path);
    writer.addUnlimitedDimension("time");
    writer.addDimension(null, "x", 5);
    int value = 3;
    Variable last = null;
    for (DataType type : TYPES) {
      for (String over : List.of("x", "time x")) {
        last = writer.addVariable(null, type + (over.equals("x") ? "" : "s"), type, over);
        writer.addVariableAttribute(
            last,
            type == DataType.CHAR
                ? new Attribute("_FillValue", "*")
                : new Attribute("_FillValue", (double) value++));
      }
    }
    writer.create();
    writer.write(last, at(2, 1), count(DataType.DOUBLE, 1, 1, 2));
    writer.close();
  }

  private static void fillSwitched(String path) throws IOException, InvalidRangeException {
    NetcdfFileWriter writer = create(path);
    writer.addUnlimitedDimension("time");
    writer.addDimension(null, "x", 4);
    Variable a = writer.addVariable(null, "a", DataType.INT, "time x");
    Variable b = writer.addVariable(null, "b", DataType.INT, "time");
    writer.create();
    writer.write(a, at(1, 1), count(DataType.INT, 1, 1, 2));
    writer.close();
    NetcdfFileWriter again = NetcdfFileWriter.openExisting(path);
    again.setFill(false);
    again.write(again.findVariable(a.getShortName()), at(3, 2), count(DataType.INT, 9, 1, 1));
    again.write(again.findVariable(b.getShortName()), at(5), count(DataType.INT, 9, 1));
    again.close();
  }

  private static void structures(String path) throws IOException, InvalidRangeException {
    NetcdfFileWriter writer = create(path);
    writer.addUnlimitedDimension("obs");
    writer.addDimension(null, "level", 3);
    writer.addDimension(null, "name", 6);
    writer.addVariable(null, "pressure", DataType.FLOAT, "obs level");
    writer.addVariable(null, "count", DataType.SHORT, "obs");
    writer.addVariable(null, "name", DataType.CHAR, "obs name");
    writer.addVariable(null, "left", DataType.INT, "obs");
    writer.create();
    Structure record = writer.addRecordStructure();
    for (int i = 0; i < 4; i++) {
      print(writer.appendStructureData(record, observation(i)));
    }
    StructureMembers members = observation(0).getStructureMembers();
    StructureData[] two = {observation(30), observation(60)};
    writer.write(record, at(3), new ArrayStructureW(members, new int[] {2}, two));
    writer.flush();
    print(record.readStructure(3).getScalarShort("count"));
    writer.close();
  }

  private static StructureData observation(int number) {
    StructureMembers members = new StructureMembers("observation");
    members.addMember("pressure", null, null, DataType.FLOAT, new int[] {3});
    members.addMember("count", null, null, DataType.SHORT, new int[0]);
    members.addMember("name", null, null, DataType.STRING, new int[] {1});
    StructureDataW data = new StructureDataW(members);
    data.setMemberData("pressure", count(DataType.FLOAT, number, 3));
    data.setMemberData("count", count(DataType.SHORT, number));
    data.setMemberData(
        "name", Array.factory(String.class, new int[] {1}, new String[] {"n" + number}));
    return data;
  }

  private static void headerWithRoom(String path) throws IOException, InvalidRangeException {
    NetcdfFileWriter writer = create(path);
    writer.setExtraHeaderBytes(1000);
    writer.addDimension(null, "x", 5);
    writer.addUnlimitedDimension("time");
    Variable v = writer.addVariable(null, "v", DataType.INT, "x");
    Variable r = writer.addVariable(null, "r", DataType.INT, "time x");
    Variable s = writer.addVariable(null, "s", DataType.INT, "time");
    writer.create();
    writer.write(v, count(DataType.INT, 1, 5));
    writer.write(r, at(1, 0), count(DataType.INT, 7, 1, 5));
    writer.setRedefineMode(true);
    writer.addGroupAttribute(null, new Attribute("history", "made, and then changed"));
    writer.addVariableAttribute(v, new Attribute("units", "m"));
    print(writer.setRedefineMode(false));
    writer.write(v, at(2), count(DataType.INT, 90, 2));
    writer.write(s, at(3), count(DataType.INT, 90, 1));
    writer.close();
  }

  private static void headerWithoutRoom(String path) throws IOException, InvalidRangeException {
    NetcdfFileWriter writer = create(path);
    writer.addDimension(null, "x", 5);
    writer.addUnlimitedDimension("time");
    Variable v = writer.addVariable(null, "v", DataType.INT, "x");
    Variable r = writer.addVariable(null, "r", DataType.INT, "time x");
    writer.create();
    writer.write(v, count(DataType.INT, 1, 5));
    writer.write(r, at(1, 0), count(DataType.INT, 7, 1, 5));
    writer.setRedefineMode(true);
    writer.addGroupAttribute(null, new Attribute("history", "x".repeat(3000)));
    Variable later = writer.addVariable(null, "later", DataType.DOUBLE, "x");
    print(writer.setRedefineMode(false));
    writer.write(later, count(DataType.DOUBLE, 20, 5));
    writer.write(r, at(2, 1), count(DataType.INT, 80, 1, 2));
    writer.close();
  }

  private static void largeFile(String path) throws IOException, InvalidRangeException {
    NetcdfFileWriter writer = create(path);
    writer.setLargeFile(true);
    writer.setFill(false);
    writer.addDimension(null, "y", 300);
    writer.addDimension(null, "x", 1000);
    writer.addUnlimitedDimension("time");
    Variable v = writer.addVariable(null, "v", DataType.DOUBLE, "y x");
    Variable r = writer.addVariable(null, "r", DataType.DOUBLE, "time x");
    writer.create();
    writer.write(v, at(100, 0), count(DataType.DOUBLE, 1, 200, 1000));
    writer.write(r, count(DataType.DOUBLE, 1, 3, 1000));
    writer.close();
  }

  private static void preallocated(String path) throws IOException, InvalidRangeException {
    NetcdfFileWriter writer = create(path);
    writer.setFill(false);
    writer.setLength(100_000);
    writer.addDimension(null, "x", 50);
    writer.addUnlimitedDimension("time");
    Variable v = writer.addVariable(null, "v", DataType.INT, "time x");
    writer.create();
    writer.write(v, at(2, 1), count(DataType.INT, 1, 1, 9));
    writer.close();
  }

  private static void attributesOnly(String path) throws IOException {
    NetcdfFileWriter writer = create(path);
    writer.addGroupAttribute(null, new Attribute("title", "nothing but this"));
    writer.addGroupAttribute(null, new Attribute("empty", ""));
    writer.addGroupAttribute(null, new Attribute("number", 4.5f));
    writer.addGroupAttribute(null, new Attribute("numbers", Array.factory(new short[] {1, 2, 3})));
    writer.create();
    writer.close();
  }

  private static void attributeUpdated(String path) throws IOException, InvalidRangeException {
    NetcdfFileWriter writer = create(path);
    writer.addGroupAttribute(null, new Attribute("state", "begun  "));
    writer.addDimension(null, "x", 4);
    writer.addUnlimitedDimension("time");
    Variable v = writer.addVariable(null, "v", DataType.INT, "time x");
    writer.addVariableAttribute(v, new Attribute("valid", 1));
    writer.create();
    writer.write(v, count(DataType.INT, 3, 2, 4));
    writer.updateAttribute(null, new Attribute("state", "half"));
    writer.write(v, at(2, 0), count(DataType.INT, 50, 1, 4));
    writer.updateAttribute(v, new Attribute("valid", 77));
    writer.updateAttribute(null, new Attribute("state", "done"));
    writer.close();
  }

  private static void openedAgain(String path) throws IOException, InvalidRangeException {
    recordsInOrder(path, true);
    NetcdfFileWriter writer = NetcdfFileWriter.openExisting(path);
    Variable t = writer.findVariable("T");
    print(t.read("3,1,:"));
    writer.write(t, at(4, 1, 1), count(DataType.DOUBLE, 70, 1, 2, 2));
    writer.write(t, at(12, 0, 0), count(DataType.DOUBLE, 80, 1, 3, 4));
    print(t.read("4,1,:"));
    writer.close();
    NetcdfFileWriter last = NetcdfFileWriter.openExisting(path);
    print(last.findVariable("rh").read("12,:,:"));
    last.write(last.findVariable("lat"), at(1), count(DataType.FLOAT, 5, 1));
    last.setRedefineMode(true);
    last.addGroupAttribute(null, new Attribute("more", "y".repeat(200)));
    print(last.setRedefineMode(false));
    last.close();
  }

  private static void madeAnew(String path) throws IOException, InvalidRangeException {
    recordsInOrder(path, true);
    allTypes(path, true);
  }

  private static void aborted(String path) throws IOException, InvalidRangeException {
    NetcdfFileWriter writer = create(path);
    writer.addDimension(null, "x", 4);
    Variable v = writer.addVariable(null, "v", DataType.INT, "x");
    writer.create();
    writer.write(v, at(1), count(DataType.INT, 3, 2));
    writer.abort();
  }

  private static void readWhileWritten(String path) throws IOException, InvalidRangeException {
    NetcdfFileWriter writer = create(path);
    writer.addUnlimitedDimension("time");
    writer.addDimension(null, "x", 4);
    writer.addDimension(null, "n", 5);
    Variable v = writer.addVariable(null, "v", DataType.INT, "time x");
    Variable c = writer.addVariable(null, "c", DataType.CHAR, "n");
    writer.create();
    writer.writeStringData(c, Array.factory(String.class, new int[0], new String[] {"abc"}));
    for (int record = 0; record < 4; record++) {
      writer.write(v, at(record, 0), count(DataType.INT, record * 10, 1, 4));
      print(v.read(at(record, 1), new int[] {1, 2}));
      print(v.read("0:" + record + ",1:3:2"));
    }
    print(c.read());
    writer.flush();
    try (NetcdfFile reader = NetcdfFile.open(path)) {
      print(reader.findVariable("v").read());
      print(reader.getUnlimitedDimension().getLength());
    }
    writer.close();
  }

  /**
   * NetCDF-Java's own copying, of a file with records and of one that is no netCDF-3 header of it.
   */
  private static void copied(String path) throws IOException, InvalidRangeException {
    String from = path + ".source";
    recordsInOrder(from, true);
    try (NetcdfFile source = NetcdfFile.open(from)) {
      FileWriter2 copy = new FileWriter2(source, path, NetcdfFileWriter.Version.netcdf3, null);
      try (NetcdfFile made = copy.write()) {
        print(made.findVariable("T").read("9,2,:"));
      }
    }
    Files.delete(Path.of(from));
  }

  @SuppressWarnings("deprecation")
  private static void olderWriter(String path) throws IOException, InvalidRangeException {
    ucar.nc2.NetcdfFileWriteable writer = ucar.nc2.NetcdfFileWriteable.createNew(path, true);
    Dimension time = writer.addUnlimitedDimension("time");
    Dimension x = writer.addDimension("x", 3);
    writer.addVariable("v", DataType.INT, new Dimension[] {time, x});
    writer.addVariable("w", DataType.FLOAT, new Dimension[] {x});
    writer.addVariableAttribute("v", "units", "m");
    writer.create();
    writer.write("w", count(DataType.FLOAT, 1, 3));
    for (int record = 0; record < 3; record++) {
      writer.write("v", at(record, 0), count(DataType.INT, record, 1, 3));
    }
    print(writer.findVariable("v").read());
    writer.close();
    ucar.nc2.NetcdfFileWriteable again = ucar.nc2.NetcdfFileWriteable.openExisting(path, true);
    print(again.findVariable("w").read());
    again.write("v", at(4, 1), count(DataType.INT, 60, 1, 1));
    print(again.findVariable("v").read());
    again.close();
  }

  @SuppressWarnings("deprecation")
  private static void olderCopy(String path) throws IOException, InvalidRangeException {
    String from = path + ".source";
    recordsInOrder(from, true);
    try (NetcdfFile source = NetcdfFile.open(from);
        NetcdfFile made = ucar.nc2.FileWriter.writeToFile(source, path, true)) {
      print(made.findVariable("rh").read("9,2,:"));
    }
    Files.delete(Path.of(from));
  }

  /** What does not fit into a variable is refused or ignored as NetCDF-Java does. */
  private static void outside(String path) throws IOException, InvalidRangeException {
    NetcdfFileWriter writer = create(path);
    writer.addDimension(null, "y", 4);
    writer.addDimension(null, "x", 5);
    Variable v = writer.addVariable(null, "v", DataType.INT, "y x");
    Variable last = writer.addVariable(null, "last", DataType.INT, "x");
    try {
      writer.write(v, count(DataType.INT, 1, 4, 5));
      print("written");
    } catch (UnsupportedOperationException e) {
      print("refused");
    }
    writer.create();
    writer.write(last, count(DataType.INT, 1, 5));
    for (int[] origin : List.of(at(0, 3), at(3, 0), at(-1, 0))) {
      try {
        writer.write(v, origin, count(DataType.INT, 60, 2, 3));
        print("written");
      } catch (InvalidRangeException | IOException | RuntimeException e) {
        print("refused");
      }
    }
    writer.close();
  }

  /** A file and writes that are drawn. */
  private static final class Drawn {
    private final Random random;

    Drawn(long seed) {
      random = new Random(seed);
    }

    void write(String path) throws IOException, InvalidRangeException {
      NetcdfFileWriter writer = create(path);
      writer.setFill(random.nextBoolean());
      writer.setLargeFile(random.nextBoolean());
      writer.addUnlimitedDimension("t");
      String[] names = {"a", "b", "c"};
      for (String name : names) {
        writer.addDimension(null, name, 1 + random.nextInt(6));
      }
      List<Variable> variables = new ArrayList<>();
      int count = 1 + random.nextInt(5);
      for (int i = 0; i < count; i++) {
        StringBuilder over = new StringBuilder(random.nextBoolean() ? "t" : "");
        for (String name : names) {
          over.append(random.nextBoolean() ? " " + name : "");
        }
        DataType type = TYPES.get(random.nextInt(TYPES.size()));
        variables.add(writer.addVariable(null, "v" + i, type, over.toString().strip()));
      }
      writer.create();
      for (int i = 0; i < 60; i++) {
        Variable variable = variables.get(random.nextInt(count));
        writer.write(variable, origin(variable), count(variable.getDataType(), i, shape));
        if (random.nextInt(15) == 0) {
          writer.flush();
        }
        if (random.nextInt(10) == 0) {
          print(variable.read());
        }
      }
      writer.close();
    }

    private int[] shape = {};

    private int[] origin(Variable variable) {
      int[] origin = new int[variable.getRank()];
      shape = new int[variable.getRank()];
      for (int d = 0; d < origin.length; d++) {
        int length =
            variable.getDimension(d).isUnlimited() ? 12 : variable.getDimension(d).getLength();
        origin[d] = random.nextInt(length);
        shape[d] = 1 + random.nextInt(length - origin[d]);
      }
      return origin;
    }
  }
}
