package org.burstlog.netcdfjava;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Who may know whom in this module, so that each part loads where it has to. */
@AnalyzeClasses(
    packages = "org.burstlog.netcdfjava",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  private static final String ROOT = "org.burstlog.netcdfjava";

  @ArchTest
  static final ArchRule theAgentKnowsTheJdkOnly =
      classes()
          .that()
          .resideInAPackage(ROOT + ".agent")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(ROOT + ".agent", "java..", "org.jspecify..", "");

  @ArchTest
  static final ArchRule theWeaverKnowsAsmOnly =
      classes()
          .that()
          .resideInAPackage(ROOT + ".weave")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              ROOT + ".weave", "java..", "org.jspecify..", "org.objectweb.asm..", "");

  @ArchTest
  static final ArchRule theLibraryKnowsNothingOfTheAgent =
      noClasses()
          .that()
          .resideInAnyPackage(ROOT, ROOT + ".values")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(ROOT + ".agent", ROOT + ".redirect", ROOT + ".weave");

  @ArchTest
  static final ArchRule logsAndDrainsAreReachedByNetcdfFilesOnly =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "org.burstlog.log..",
              "org.burstlog.plan..",
              "org.burstlog.drain..",
              "org.burstlog.buffer..",
              "org.burstlog.mpi..");

  @ArchTest
  static final ArchRule noCycles = slices().matching(ROOT + ".(*)..").should().beFreeOfCycles();
}
