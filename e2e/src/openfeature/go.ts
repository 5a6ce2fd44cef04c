import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ask, execute, INSTALL_MS, type Instructions, type Missing, type Program } from './program.js';

/** Compiled specs lie in `dist`; what is not TypeScript stays where it is. */
const SOURCE = path.resolve(import.meta.dirname, '../../src/openfeature/go-evaluate');

/** The Go SDK, built from the module proxy. */
export class GoProgram implements Program {
  private constructor(private readonly directory: string) {}

  static async install(): Promise<GoProgram | Missing> {
    try {
      await execute('go', ['version']);
    } catch {
      return { reason: 'go is not installed', isLanguageMissing: true };
    }
    const directory = await mkdtemp(path.join(tmpdir(), 'svc-openfeature-'));
    try {
      await cp(SOURCE, directory, { recursive: true });
      await execute('go', ['build', '-o', 'evaluate', '.'], { cwd: directory, timeout: INSTALL_MS });
      return new GoProgram(directory);
    } catch {
      await rm(directory, { recursive: true, force: true });
      return { reason: 'the module proxy of Go cannot be reached', isLanguageMissing: false };
    }
  }

  run(instructions: Instructions) {
    return ask(path.join(this.directory, 'evaluate'), [], instructions);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.directory, { recursive: true, force: true });
  }
}
