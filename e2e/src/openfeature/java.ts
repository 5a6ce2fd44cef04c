import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ask, execute, INSTALL_MS, type Instructions, type Missing, type Program } from './program.js';

/** Compiled specs lie in `dist`; what is not TypeScript stays where it is. */
const SOURCE = path.resolve(import.meta.dirname, '../../src/openfeature/java-evaluate');

/** The Java SDK, from the Maven repository. */
export class JavaProgram implements Program {
  private constructor(private readonly directory: string) {}

  static async install(): Promise<JavaProgram | Missing> {
    try {
      await execute('mvn', ['--version']);
    } catch {
      return { reason: 'Java with Maven is not installed', isLanguageMissing: true };
    }
    const directory = await mkdtemp(path.join(tmpdir(), 'svc-openfeature-'));
    const copy = ['--quiet', '--batch-mode', 'dependency:copy-dependencies', '-DoutputDirectory=lib'];
    try {
      await cp(SOURCE, directory, { recursive: true });
      await execute('mvn', copy, { cwd: directory, timeout: INSTALL_MS });
      const compile = ['-cp', path.join(directory, 'lib/*'), '-d', directory, path.join(directory, 'Evaluate.java')];
      await execute('javac', compile, { timeout: INSTALL_MS });
      return new JavaProgram(directory);
    } catch {
      await rm(directory, { recursive: true, force: true });
      return { reason: 'the Maven repository cannot be reached', isLanguageMissing: false };
    }
  }

  run(instructions: Instructions) {
    const classPath = [this.directory, path.join(this.directory, 'lib/*')].join(path.delimiter);
    return ask('java', ['-cp', classPath, 'Evaluate'], instructions);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.directory, { recursive: true, force: true });
  }
}
