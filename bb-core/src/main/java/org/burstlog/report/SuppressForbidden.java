package org.burstlog.report;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Allows what the build forbids, in one place and for a reason. */
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.TYPE)
@interface SuppressForbidden {
  /**
   * Says why.
   *
   * @return the reason
   */
  String value();
}
