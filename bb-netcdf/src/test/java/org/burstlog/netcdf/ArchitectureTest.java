package org.burstlog.netcdf;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import org.burstlog.BurstlogException;

/** Who may know whom in this module. */
@AnalyzeClasses(
    packages = "org.burstlog.netcdf",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule headerKnowsOnlyArrays =
      classes()
          .that()
          .resideInAPackage("org.burstlog.netcdf.header")
          .should()
          .onlyDependOnClassesThat(
              com.tngtech.archunit.base.DescribedPredicate.describe(
                  "are in header, org.burstlog.array or the JDK, or are BurstlogException",
                  c ->
                      c.isEquivalentTo(BurstlogException.class)
                          || isIn(c.getPackageName(), "org.burstlog.netcdf.header")));

  @ArchTest
  static final ArchRule convertKnowsOnlyHeaderAndCopying =
      classes()
          .that()
          .resideInAPackage("org.burstlog.netcdf.convert")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "org.burstlog.netcdf.convert",
              "org.burstlog.netcdf.header",
              "org.burstlog.array.memory",
              "java..",
              "org.jspecify..",
              "");

  @ArchTest
  static final ArchRule logAndPlanAreReachedByTheBufferAndTheDrainOnly =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.burstlog.log..", "org.burstlog.plan..");

  @ArchTest
  static final ArchRule nobodyKnowsProcesses =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.burstlog.mpi..", "mpi..", "jnr..");

  private static boolean isIn(String name, String own) {
    return name.equals(own)
        || name.equals("org.burstlog.array")
        || name.startsWith("java.")
        || name.startsWith("org.jspecify.")
        || name.isEmpty();
  }
}
