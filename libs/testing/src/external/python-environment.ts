import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { keep } from '@svc/test-servers';
import type { Missing } from './sources.js';

const run = promisify(execFile);
const INSTALL_MS = 300_000;
/** The identity of an environment: the interpreter that its links lead to. */
const IDENTITY = 'import venv, ensurepip, sys; print(sys.version, sys.base_prefix)';

/** An environment of Python with some packages and nothing else, in the cache of the user. */
export class PythonEnvironment {
  private constructor(
    /** The interpreter. Programs of packages run as its modules, because their scripts name the folder in which pip wrote them. */
    readonly python: string,
  ) {}

  /** @param packages with exact versions, as `name==version`. */
  static async install(packages: readonly string[]): Promise<PythonEnvironment | Missing> {
    const interpreter = await run('python3', ['-c', IDENTITY]).catch(() => undefined);
    if (interpreter === undefined) return { reason: 'python3 with venv is not installed', isLanguageMissing: true };
    try {
      const name = `python-${packages[0]?.replace(/=.*$/, '')}`;
      const folder = await keep(name, [packages, interpreter.stdout], (directory) => fill(directory, packages));
      return new PythonEnvironment(pythonIn(folder));
    } catch {
      return { reason: 'the package index of Python cannot be reached', isLanguageMissing: false };
    }
  }
}

async function fill(directory: string, packages: readonly string[]): Promise<void> {
  await run('python3', ['-m', 'venv', directory], { timeout: INSTALL_MS });
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...packages];
  await run(pythonIn(directory), pip, { timeout: INSTALL_MS });
}

function pythonIn(directory: string): string {
  return path.join(directory, 'bin/python');
}
