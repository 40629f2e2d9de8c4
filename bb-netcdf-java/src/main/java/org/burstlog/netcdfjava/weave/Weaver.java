package org.burstlog.netcdfjava.weave;

import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Adds a call to three places in NetCDF-Java: where one of its writers keeps what writes its files,
 * where it asks whether that is its own, and where a file is opened.
 *
 * <p>They are known by their shape, so that this serves several versions. What is added has no
 * branches, and names classes of the JDK only: NetCDF-Java need not be able to see the agent.
 */
public final class Weaver implements ClassFileTransformer {
  private static final String WRITING = "Lucar/nc2/iosp/IOServiceProviderWriter;";
  private static final String READING = "Lucar/nc2/iosp/IOServiceProvider;";
  private static final String RECORDS = "ucar/nc2/iosp/netcdf3/N3iosp";
  private static final String OPENING = "(Ljava/lang/String;Ljava/lang/String;I)V";
  private static final String LOADER = "java/lang/ClassLoader";
  private static final String CONSTRUCTOR = "<init>";

  private final String redirection;

  /**
   * Makes one.
   *
   * @param redirection the name of the class with what is called, in the loader of the program's
   *     class path
   */
  public Weaver(String redirection) {
    this.redirection = redirection;
  }

  @Override
  public byte[] transform(
      @Nullable ClassLoader loader,
      @Nullable String name,
      @Nullable Class<?> before,
      @Nullable ProtectionDomain domain,
      byte[] bytes) {
    boolean opens = name != null && name.endsWith("/RandomAccessFile");
    ClassReader reader = new ClassReader(bytes);
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    reader.accept(opens ? new Files(writer) : new Writers(writer), 0);
    return writer.toByteArray();
  }

  /** Pushes a field of the class that is called. */
  private void push(MethodVisitor code, String field, String type) {
    code.visitMethodInsn(
        Opcodes.INVOKESTATIC, LOADER, "getSystemClassLoader", "()Ljava/lang/ClassLoader;", false);
    code.visitLdcInsn(redirection);
    code.visitMethodInsn(
        Opcodes.INVOKEVIRTUAL, LOADER, "loadClass", "(Ljava/lang/String;)Ljava/lang/Class;", false);
    code.visitLdcInsn(field);
    code.visitMethodInsn(
        Opcodes.INVOKEVIRTUAL,
        "java/lang/Class",
        "getField",
        "(Ljava/lang/String;)Ljava/lang/reflect/Field;",
        false);
    code.visitInsn(Opcodes.ACONST_NULL);
    code.visitMethodInsn(
        Opcodes.INVOKEVIRTUAL,
        "java/lang/reflect/Field",
        "get",
        "(Ljava/lang/Object;)Ljava/lang/Object;",
        false);
    code.visitTypeInsn(Opcodes.CHECKCAST, type);
  }

  /** Puts what a function returns for it in the place of what is on the stack. */
  private void exchange(MethodVisitor code, String field) {
    push(code, field, "java/util/function/Function");
    code.visitInsn(Opcodes.SWAP);
    code.visitMethodInsn(
        Opcodes.INVOKEINTERFACE,
        "java/util/function/Function",
        "apply",
        "(Ljava/lang/Object;)Ljava/lang/Object;",
        true);
  }

  /**
   * A class that keeps what writes its files in a field, or asks what it is that does: only
   * NetCDF-Java's own has records as a structure.
   */
  private final class Writers extends ClassVisitor {
    Writers(ClassVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String type, String signature, String[] exceptions) {
      MethodVisitor next = super.visitMethod(access, name, type, signature, exceptions);
      return new MethodVisitor(Opcodes.ASM9, next) {
        @Override
        public void visitFieldInsn(int code, String owner, String field, String of) {
          if (code == Opcodes.PUTFIELD && (of.equals(WRITING) || of.equals(READING))) {
            exchange(this, "WRITERS");
            visitTypeInsn(Opcodes.CHECKCAST, of.substring(1, of.length() - 1));
          }
          super.visitFieldInsn(code, owner, field, of);
        }

        @Override
        public void visitTypeInsn(int code, String of) {
          if (code == Opcodes.INSTANCEOF && of.equals(RECORDS)) {
            exchange(this, "ORIGINALS");
          }
          super.visitTypeInsn(code, of);
        }
      };
    }
  }

  /** NetCDF-Java's file of random access. */
  private final class Files extends ClassVisitor {
    Files(ClassVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String type, String signature, String[] exceptions) {
      MethodVisitor next = super.visitMethod(access, name, type, signature, exceptions);
      if (!name.equals(CONSTRUCTOR) || !type.equals(OPENING)) {
        return next;
      }
      return new MethodVisitor(Opcodes.ASM9, next) {
        @Override
        public void visitCode() {
          super.visitCode();
          push(this, "READERS", "java/util/function/Consumer");
          visitVarInsn(Opcodes.ALOAD, 1);
          visitMethodInsn(
              Opcodes.INVOKEINTERFACE,
              "java/util/function/Consumer",
              "accept",
              "(Ljava/lang/Object;)V",
              true);
        }
      };
    }
  }
}
