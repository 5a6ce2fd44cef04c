import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { PythonEnvironment, type Missing } from '@svc/testing';

const run = promisify(execFile);
/** Compiled specs are in `dist`; files that are not TypeScript stay in `src`. */
const SENDER = path.resolve(import.meta.dirname, '../../src/sdk-python/send.py');
const PACKAGES = ['opentelemetry-sdk==1.45.2', 'opentelemetry-exporter-otlp==1.45.2'];
const SEND_MS = 60_000;

/** The official Python SDK in an environment of its own. */
export class PythonSdk {
  private constructor(private readonly python: string) {}

  static async install(): Promise<PythonSdk | Missing> {
    const installed = await PythonEnvironment.install(PACKAGES);
    return installed instanceof PythonEnvironment ? new PythonSdk(installed.python) : installed;
  }

  /** Runs the program that sends; resolves with the id of its trace. */
  async send(protocol: 'grpc' | 'http', environment: Readonly<Record<string, string>>): Promise<string> {
    const { stdout, stderr } = await run(this.python, [SENDER, protocol], { timeout: SEND_MS, env: environment });
    if (/error|exception|failed/i.test(stderr)) throw new Error(stderr);
    return stdout.trim();
  }
}
