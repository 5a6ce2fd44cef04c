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

const LIMIT_MS = 300_000;
/** Name of the folder of a scenario: `<kind>-<scenario>-<time>`. */
const FOLDER = /^(?:authorization-)?server-(.*)-\d{4}-\d\d-\d\dT[\d-]+Z$/;
const PACKAGE = createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json');
const PROGRAM = path.join(path.dirname(PACKAGE), 'dist/index.js');

/** Runs one scenario of the official conformance suite against a server. */
export async function runScenario(url: string, scenario: string, revision: string): Promise<Check[]> {
  const reports = await run(['server', '--url', url, '--scenario', scenario, '--spec-version', revision]);
  return reports.get(scenario) ?? [];
}

/** Runs the scenarios that a revision of the protocol requires of a server, with those beside them that the suite does not count. */
export function runRequired(url: string, revision: string): Promise<ReadonlyMap<string, readonly Check[]>> {
  return run(['server', '--url', url, '--requirements', revision]);
}

/**
 * Runs the scenarios of an authorization server, of which the second needs what the first has read.
 *
 * @param parameters the address, the client and the port of its redirect address.
 * @param onOutput gets everything that the suite has written so far: it asks its user to open an address.
 */
export function runAuthorization(
  parameters: readonly string[],
  onOutput: (output: string) => void,
): Promise<ReadonlyMap<string, readonly Check[]>> {
  return run(['authorization', ...parameters], onOutput);
}

/** The checks of each scenario. */
async function run(parameters: readonly string[], onOutput?: (output: string) => void): Promise<Map<string, Check[]>> {
  const directory = await mkdtemp(path.join(tmpdir(), 'svc-conformance-'));
  try {
    const output = await runProgram([...parameters, '--output-dir', directory], onOutput);
    const reports = new Map<string, Check[]>();
    for (const folder of await readdir(directory)) {
      const scenario = FOLDER.exec(folder)?.[1] ?? folder;
      reports.set(scenario, JSON.parse(await readFile(path.join(directory, folder, 'checks.json'), 'utf8')) as Check[]);
    }
    if (reports.size === 0) throw new Error(`The suite has no report: ${output}`);
    return reports;
  } finally {
    await rm(directory, { recursive: true });
  }
}

/** Resolves with what the program wrote; it fails if a check fails, and its report says which. */
function runProgram(parameters: readonly string[], onOutput?: (output: string) => void): Promise<string> {
  return new Promise((resolve) => {
    const program = execFile(
      process.execPath,
      [PROGRAM, ...parameters],
      { timeout: LIMIT_MS },
      (_error, stdout, stderr) => resolve(stdout + stderr),
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
