import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** Compiled specs lie in `dist`; what is not TypeScript stays where it is. */
const SENDER = path.resolve(import.meta.dirname, '../../src/sdk-python/send.py');
const PACKAGES = ['opentelemetry-sdk', 'opentelemetry-exporter-otlp'];
const INSTALL_MS = 300_000;
const SEND_MS = 60_000;

/** The official Python SDK in an environment of its own. */
export class PythonSdk implements AsyncDisposable {
  private constructor(
    private readonly directory: string,
    private readonly python: string,
  ) {}

  /** A text says what is missing on this machine. */
  static async install(): Promise<PythonSdk | string> {
    try {
      await run('python3', ['-c', 'import venv, ensurepip']);
    } catch {
      return 'python3 with venv is not installed';
    }
    const directory = await mkdtemp(path.join(tmpdir(), 'svc-python-'));
    const python = path.join(directory, 'bin/python');
    try {
      await run('python3', ['-m', 'venv', directory], { timeout: INSTALL_MS });
      await run(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...PACKAGES], {
        timeout: INSTALL_MS,
      });
      return new PythonSdk(directory, python);
    } catch {
      await rm(directory, { recursive: true });
      return 'the package index of Python cannot be reached';
    }
  }

  /** Runs the program that sends; resolves with the id of its trace. */
  async send(protocol: 'grpc' | 'http', environment: Readonly<Record<string, string>>): Promise<string> {
    const { stdout, stderr } = await run(this.python, [SENDER, protocol], { timeout: SEND_MS, env: environment });
    if (/error|exception|failed/i.test(stderr)) throw new Error(stderr);
    return stdout.trim();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.directory, { recursive: true });
  }
}
