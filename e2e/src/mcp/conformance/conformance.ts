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

/** What the suite judges, and with which of its parameters. */
export interface Judged {
  readonly kind: 'server' | 'authorization';
  readonly parameters: readonly string[];
  readonly scenario: string;
  readonly revision: string;
}

/**
 * Runs one scenario of the official conformance suite.
 *
 * @param onOutput gets everything that the program has written so far, each time it writes.
 */
export async function runScenario(
  { kind, parameters, scenario, revision }: Judged,
  onOutput?: (output: string) => void,
): Promise<Check[]> {
  const directory = await mkdtemp(path.join(tmpdir(), 'svc-conformance-'));
  try {
    const common = ['--scenario', scenario, '--spec-version', revision, '--output-dir', directory];
    const output = await runProgram([kind, ...parameters, ...common], onOutput);
    const files = await readdir(directory, { recursive: true });
    const report = files.find((file) => path.basename(file) === 'checks.json');
    if (report === undefined) throw new Error(`${scenario} has no report: ${output}`);
    return JSON.parse(await readFile(path.join(directory, report), 'utf8')) as Check[];
  } finally {
    await rm(directory, { recursive: true });
  }
}

/** Resolves with what the program wrote; it fails if a check fails, and its report says which. */
function runProgram(parameters: readonly string[], onOutput?: (output: string) => void): Promise<string> {
  return new Promise((resolve) => {
    const program = execFile(process.execPath, [PROGRAM, ...parameters], { timeout: LIMIT_MS }, (_error, stdout, stderr) =>
      resolve(stdout + stderr),
    );
    let output = '';
    program.stdout?.on('data', (text: string) => onOutput?.((output += text)));
  });
}

/** The checks that failed or warned, each once. */
export function failedChecks(checks: readonly Check[]): string[] {
  const failed = checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING');
  return [...new Set(failed.map(({ id }) => id))].toSorted();
}
