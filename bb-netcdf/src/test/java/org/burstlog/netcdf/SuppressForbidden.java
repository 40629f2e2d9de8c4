package org.burstlog.netcdf;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Allows a test what the build forbids elsewhere. */
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.METHOD)
public @interface SuppressForbidden {
  /** Why there is no other way. */
  String value();
}
