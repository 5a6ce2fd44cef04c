import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ask, execute, INSTALL_MS, type Instructions, type Missing, type Program } from './program.js';

/** Compiled specs lie in `dist`; what is not TypeScript stays where it is. */
const SOURCE = path.resolve(import.meta.dirname, '../../src/openfeature/evaluate.py');
const PACKAGES = ['openfeature-sdk==0.10.0', 'openfeature-provider-ofrep==0.3.0'];

/** The Python SDK in an environment of its own. */
export class PythonProgram implements Program {
  private constructor(private readonly directory: string) {}

  static async install(): Promise<PythonProgram | Missing> {
    try {
      await execute('python3', ['-c', 'import venv, ensurepip']);
    } catch {
      return { reason: 'python3 with venv is not installed', isLanguageMissing: true };
    }
    const directory = await mkdtemp(path.join(tmpdir(), 'svc-openfeature-'));
    const program = new PythonProgram(directory);
    const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...PACKAGES];
    try {
      await execute('python3', ['-m', 'venv', directory], { timeout: INSTALL_MS });
      await execute(program.python, pip, { timeout: INSTALL_MS });
      return program;
    } catch {
      await program[Symbol.asyncDispose]();
      return { reason: 'the package index of Python cannot be reached', isLanguageMissing: false };
    }
  }

  run(instructions: Instructions) {
    return ask(this.python, [SOURCE], instructions);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.directory, { recursive: true, force: true });
  }

  private get python(): string {
    return path.join(this.directory, 'bin/python');
  }
}
