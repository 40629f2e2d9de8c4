package org.burstlog.netcdf.header;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Names in order, each of them once. */
final class Names {
  private final String kind;
  private final List<String> ordered = new ArrayList<>();
  private final Map<String, Integer> places = new LinkedHashMap<>();

  Names(String kind) {
    this.kind = kind;
  }

  void add(String name) {
    places.put(name, ordered.size());
    ordered.add(name);
  }

  String addNew(String name) throws NcException {
    String normal = checkFree(name, -1);
    add(normal);
    return normal;
  }

  String rename(int place, String name) throws NcException {
    String normal = checkFree(name, place);
    places.remove(ordered.get(place));
    places.put(normal, place);
    ordered.set(place, normal);
    return normal;
  }

  String get(int place) {
    return ordered.get(place);
  }

  int find(String name) {
    return places.getOrDefault(HeaderBuilder.normal(name), -1);
  }

  private String checkFree(String name, int except) throws NcException {
    String normal = NcNames.check(name);
    Integer holder = places.get(normal);
    if (holder != null && holder != except) {
      throw new NcException(NcError.NC_ENAMEINUSE, kind + " '" + normal + "' exists");
    }
    return normal;
  }
}
