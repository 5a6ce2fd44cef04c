import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** One check of a scenario, as the suite reports it. */
export interface Check {
  readonly id: string;
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';
  readonly errorMessage?: string;
}

const LIMIT_MS = 120_000;
const PACKAGE = createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json');
const PROGRAM = path.join(path.dirname(PACKAGE), 'dist/index.js');

/** Runs one scenario of the official conformance suite against a server. */
export async function runScenario(url: string, scenario: string, revision: string): Promise<Check[]> {
  const directory = await mkdtemp(path.join(tmpdir(), 'svc-conformance-'));
  try {
    const parameters = ['--url', url, '--scenario', scenario, '--spec-version', revision, '--output-dir', directory];
    const output = await runProgram(parameters);
    const files = await readdir(directory, { recursive: true });
    const report = files.find((file) => path.basename(file) === 'checks.json');
    if (report === undefined) throw new Error(`${scenario} has no report: ${output}`);
    return JSON.parse(await readFile(path.join(directory, report), 'utf8')) as Check[];
  } finally {
    await rm(directory, { recursive: true });
  }
}

/** Resolves with what the program wrote; it fails if a check fails, and its report says which. */
function runProgram(parameters: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(process.execPath, [PROGRAM, 'server', ...parameters], { timeout: LIMIT_MS }, (_error, stdout, stderr) =>
      resolve(stdout + stderr),
    );
  });
}

/** The checks that failed or warned, each once. */
export function failedChecks(checks: readonly Check[]): string[] {
  const failed = checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING');
  return [...new Set(failed.map(({ id }) => id))].toSorted();
}
