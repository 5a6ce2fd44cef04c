/** Runs specs with Jest and adds what it reports to the totals of the gate. */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { NODE, ROOT } from '../tools.mjs';
import { fail, pass, ranSpecs, skip } from './totals.mjs';

/** The specs beside the code, of all packages. */
export async function specs(only) {
  await jest(only === '' ? [] : ['--testPathPatterns', only], { name: 'specs' });
}

/**
 * Runs Jest once. Its output is printed immediately, or at the end if `isQuiet` is set.
 */
export async function jest(args, { name, env = {}, isQuiet = false }) {
  const directory = await mkdtemp(path.join(tmpdir(), 'svc-jest-'));
  const results = path.join(directory, 'results.json');
  try {
    const options = ['--json', '--forceExit', `--outputFile=${results}`];
    const child = spawn(NODE, ['node_modules/jest/bin/jest.js', ...options, ...args], {
      cwd: ROOT,
      // A group of its own, so that whatever a failed spec leaves running ends with it.
      detached: true,
      env: { ...process.env, ...env },
      // With --json the results would be printed too; the readable output is on stderr.
      stdio: ['ignore', 'ignore', isQuiet ? 'pipe' : 'inherit'],
    });
    const killAll = () => killGroup(child.pid);
    process.once('exit', killAll);
    const ended = new Promise((resolve) => child.once('exit', resolve)).finally(() => {
      process.off('exit', killAll);
      killAll();
    });
    if (isQuiet) console.log(`\n${name}\n${await buffer(child.stderr)}`);
    const code = await ended;
    count(name, JSON.parse(await readFile(results, 'utf8').catch(() => 'null')), code);
  } finally {
    await rm(directory, { recursive: true });
  }
}

/** A process that outlives Jest would keep its output open, and with it the gate. */
function killGroup(leader) {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

function count(name, results, code) {
  // A file that could not be loaded has no tests; a crash leaves no results at all.
  const failed = results === null ? 1 : results.numFailedTests + results.numRuntimeErrorTestSuites;
  pass(results?.numPassedTests ?? 0);
  ranSpecs(results?.numTotalTests ?? 0);
  fail(failed === 0 && code !== 0 && results.numTotalTests > 0 ? 1 : failed);
  if (results === null) console.log(`FAILED: ${name} ended with ${code} and no results`);
  for (const { assertionResults } of results?.testResults ?? [])
    for (const { ancestorTitles, title, status } of assertionResults)
      if (status === 'pending') skip(`${name}: ${[...ancestorTitles, title].join(' > ')}`);
}
