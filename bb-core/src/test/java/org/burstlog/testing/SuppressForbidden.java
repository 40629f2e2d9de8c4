package org.burstlog.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Allows what the build forbids elsewhere; says why. */
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface SuppressForbidden {
  /**
   * Returns the reason.
   *
   * @return why it has to be here
   */
  String value();
}
