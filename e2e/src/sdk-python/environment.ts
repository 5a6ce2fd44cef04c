import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const INSTALL_MS = 300_000;

/** Why packages of a language cannot be used. */
export interface Missing {
  readonly reason: string;
  /** Whether the language itself is missing, not only its packages. */
  readonly isLanguageMissing: boolean;
}

/** An environment of Python with some packages and nothing else. */
export class PythonEnvironment implements AsyncDisposable {
  readonly python: string;

  private constructor(private readonly directory: string) {
    this.python = path.join(directory, 'bin/python');
  }

  static async install(packages: readonly string[]): Promise<PythonEnvironment | Missing> {
    try {
      await run('python3', ['-c', 'import venv, ensurepip']);
    } catch {
      return { reason: 'python3 with venv is not installed', isLanguageMissing: true };
    }
    const environment = new PythonEnvironment(await mkdtemp(path.join(tmpdir(), 'svc-python-')));
    const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...packages];
    try {
      await run('python3', ['-m', 'venv', environment.directory], { timeout: INSTALL_MS });
      await run(environment.python, pip, { timeout: INSTALL_MS });
      return environment;
    } catch {
      await environment[Symbol.asyncDispose]();
      return { reason: 'the package index of Python cannot be reached', isLanguageMissing: false };
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.directory, { recursive: true, force: true });
  }
}
