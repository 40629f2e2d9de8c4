package org.burstlog;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Who may know whom: data flows one way, and the core knows nothing but the JDK. */
@AnalyzeClasses(packages = "org.burstlog", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  private static final String ANNOTATIONS = "org.jspecify.annotations..";

  @ArchTest
  static final ArchRule theCoreKnowsOnlyTheJdk =
      classes()
          .that()
          .resideOutsideOfPackage("org.burstlog.cli..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "java..", "javax.crypto..", "jdk.jfr..", "org.burstlog..", ANNOTATIONS);

  @ArchTest
  static final ArchRule roomsDoNotDependOnEachOtherInCircles =
      slices().matching("org.burstlog.(**)").should().beFreeOfCycles();

  /** So there is no circle through the root either. */
  @ArchTest
  static final ArchRule theRootKnowsOnlyItself =
      classes()
          .that()
          .resideInAPackage("org.burstlog")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage("java..", "org.burstlog", ANNOTATIONS);

  @ArchTest
  static final ArchRule theRootHasOnlyExceptions =
      classes()
          .that()
          .resideInAPackage("org.burstlog")
          .and()
          .areTopLevelClasses()
          .and()
          .doNotHaveSimpleName("package-info")
          .should()
          .beAssignableTo(Throwable.class);

  @ArchTest
  static final ArchRule settingsReadOptionsOfWhatTheySet =
      mayUse("settings", "log", "drain", "recover", "group", "wear");

  @ArchTest
  static final ArchRule onlyCommandsUseTheFront =
      noClasses()
          .that()
          .resideOutsideOfPackages("org.burstlog.cli..", "org.burstlog.buffer..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.burstlog.buffer..");

  @ArchTest static final ArchRule arraysStandAlone = mayUse("array");

  @ArchTest static final ArchRule storageStandsAlone = mayUse("storage");

  @ArchTest static final ArchRule wearIsCountedInFilesOfTiers = mayUse("wear", "storage");

  @ArchTest static final ArchRule theEndOfTheJobIsKnownByItself = mayUse("job");

  @ArchTest
  static final ArchRule stagingUsesRecovery =
      mayUse("stage", "recover", "group", "storage", "target");

  @ArchTest static final ArchRule groupsStandAlone = mayUse("group");

  @ArchTest
  static final ArchRule theLogUsesArraysAndStorage = mayUse("log", "array", "storage", "wear");

  @ArchTest static final ArchRule theFormatStandsAlone = mayUse("log.format", "array");

  @ArchTest
  static final ArchRule filesOfLogsKnowTheirFormat =
      mayUse("log.file", "log.format", "log.option", "array", "storage", "wear");

  @ArchTest
  static final ArchRule readersDoNotKnowTheWriter =
      mayUse("log.read", "log.file", "log.format", "array", "storage");

  @ArchTest static final ArchRule whoKeepsWhatIsComputed = mayUse("guard.ring");

  @ArchTest static final ArchRule codesKnowBytesOnly = mayUse("guard.code");

  @ArchTest
  static final ArchRule parityOfLogsUsesCodesAndTheFormat =
      mayUse("guard.parity", "guard.code", "log.format", "storage");

  @ArchTest
  static final ArchRule copiesKnowLogsAndNoDrain =
      mayUse("guard.copy", "guard.ring", "guard.parity", "group", "log", "storage", "stats");

  @ArchTest static final ArchRule thePlanUsesArraysAndTheLog = mayUse("plan", "array", "log");

  @ArchTest
  static final ArchRule targetsUseExtentsTheGroupAndSteadyChannels =
      mayUse("target", "array", "group", "storage");

  @ArchTest
  static final ArchRule theDrainUsesWhatItConnects =
      mayUse("drain", "array", "log", "plan", "target", "group");

  @ArchTest static final ArchRule statisticsAreToldByTheFront = mayUse("stats", "drain", "group");

  @ArchTest
  static final ArchRule reportsLookAtCountersAndKnowNoLog =
      mayUse("report", "array", "group", "stats", "storage", "target");

  @ArchTest
  static final ArchRule theDepotKnowsLogsAndTiersAndOfDrainsWhatTheyMeasured =
      mayUse("depot", "drain.files", "job", "log", "recover", "storage", "target", "wear");

  @ArchTest static final ArchRule thePaceKnowsNeitherDrainsNorLogs = mayUse("pace", "stats");

  @ArchTest
  static final ArchRule recoveryUsesAllBelowTheFront =
      mayUse(
          "recover",
          "array",
          "log",
          "guard.parity",
          "plan",
          "drain",
          "target",
          "group",
          "stats",
          "storage");

  @ArchTest
  static final ArchRule filesOfTheTierAreReachedByTheStorageDoorOnly =
      noClasses()
          .that()
          .resideInAnyPackage(
              "org.burstlog.log..",
              "org.burstlog.plan..",
              "org.burstlog.drain..",
              "org.burstlog.recover..",
              "org.burstlog.guard..")
          .should()
          .dependOnClassesThat()
          .haveFullyQualifiedName("java.nio.channels.FileChannel")
          .orShould()
          .dependOnClassesThat()
          .haveFullyQualifiedName("java.nio.file.Files");

  private static ArchRule mayUse(String room, String... others) {
    String[] known = new String[others.length + 6];
    known[0] = "java..";
    known[1] = "org.burstlog";
    known[2] = ANNOTATIONS;
    known[3] = "org.burstlog." + room + "..";
    known[4] = "jdk.jfr..";
    known[5] = "javax.crypto..";
    for (int i = 0; i < others.length; i++) {
      known[6 + i] = "org.burstlog." + others[i] + "..";
    }
    return classes()
        .that()
        .resideInAPackage("org.burstlog." + room + "..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(known);
  }
}
