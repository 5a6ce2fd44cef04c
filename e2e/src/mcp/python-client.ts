import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { PythonEnvironment, type Missing } from '@svc/testing';

const run = promisify(execFile);
/** Compiled specs are in `dist`; files that are not TypeScript stay in `src`. */
const PROGRAM = path.resolve(import.meta.dirname, '../../src/mcp/client.py');
const PACKAGES = ['mcp==2.3.0'];
const LIMIT_MS = 60_000;

/** The results of the program's calls. */
export interface PythonCalls {
  readonly tools: readonly string[];
  readonly found: boolean;
  readonly failed: boolean;
}

/** The official Python client of MCP in an environment of its own. */
export class PythonClient {
  private constructor(private readonly python: string) {}

  static async install(): Promise<PythonClient | Missing> {
    const installed = await PythonEnvironment.install(PACKAGES);
    return installed instanceof PythonEnvironment ? new PythonClient(installed.python) : installed;
  }

  /** Runs the program that lists and calls tools. */
  async call(env: { readonly URL: string; readonly KEY: string; readonly PROJECT: string }): Promise<PythonCalls> {
    const { stdout } = await run(this.python, [PROGRAM], { timeout: LIMIT_MS, env });
    return JSON.parse(stdout) as PythonCalls;
  }
}
