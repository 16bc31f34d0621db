// Repeats a transcript on Chicory: its interpreter, or its compiler to JVM code. Judges nothing but equality.
import com.dylibso.chicory.compiler.MachineFactoryCompiler;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Memory;
import com.dylibso.chicory.wasm.ChicoryException;
import com.dylibso.chicory.wasm.Parser;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;

public final class Replay {
  private static long fnv1a(byte[] bytes) {
    long hash = 0xcbf29ce484222325L;
    for (byte b : bytes) hash = (hash ^ (b & 0xff)) * 0x100000001b3L;
    return hash;
  }

  /** Chicory takes every value as 64 bits: an f64 as its bits, an i32 in the low half. */
  private static long parse(String word) {
    String rest = word.substring(1);
    return switch (word.charAt(0)) {
      case 'd' -> Long.parseUnsignedLong(rest, 16);
      case 'l' -> Long.parseUnsignedLong(rest);
      default -> (int) Long.parseLong(rest);
    };
  }

  private static boolean call(Instance instance, String[] words) {
    long[] args = Arrays.stream(words).skip(3).mapToLong(Replay::parse).toArray();
    long[] got;
    try {
      got = instance.export(words[1]).apply(args);
    } catch (ChicoryException trap) {
      return false;
    }
    long value = got == null || got.length == 0 ? 0 : got[0];
    return (words[2].charAt(0) == 'i' ? (int) value : value) == parse(words[2]);
  }

  private static boolean step(Instance instance, String[] words) {
    if (words[0].equals("c")) return call(instance, words);
    Memory memory = instance.memory();
    int at = Integer.parseInt(words[1]);
    if (words[0].equals("w")) {
      memory.write(at, HexFormat.of().parseHex(words[2]));
      return true;
    }
    byte[] bytes = memory.readBytes(at, Integer.parseInt(words[2]));
    return fnv1a(bytes) == Long.parseUnsignedLong(words[3], 16);
  }

  public static void main(String[] args) throws IOException {
    Instance.Builder builder = Instance.builder(Parser.parse(new File(args[1])));
    if (args[0].equals("compiler")) builder.withMachineFactory(MachineFactoryCompiler::compile);
    Instance instance = builder.build();
    long signature = instance.export("selfSignature").apply()[0];
    int done = 0;
    String wrong = "";
    try (var lines = Files.newBufferedReader(Path.of(args[2]))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (!step(instance, line.split(" "))) {
          wrong = ",\"wrong\":\"line " + (done + 1) + "\"";
          break;
        }
        done++;
      }
    }
    System.out.printf("{\"signature\":\"%016x\",\"done\":%d%s}%n", signature, done, wrong);
  }
}
