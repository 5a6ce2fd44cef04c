/** Runs specs with Jest and adds what it reports to the totals of the gate. */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { NODE, ROOT } from '../tools.mjs';
import { fail, pass, ranSpecs, repeated, skip, took } from './totals.mjs';

/** More files than these have not failed by chance. */
const REPEATED_FILES = 3;

/** The specs beside the code, of all packages. */
export async function specs(only) {
  await jest(only === '' ? [] : ['--testPathPatterns', only], { name: 'specs' });
}

/**
 * Runs Jest. Its output is printed immediately, or at the end if `isQuiet` is set. A few files that failed are run once more by
 * themselves: on a busy machine a deadline of a spec can pass that has nothing to do with the change. What passes only then is listed at
 * the end of the gate, because it is a fault all the same, of the spec or of a limit in the product.
 */
export async function jest(args, { name, env = {}, isQuiet = false }) {
  const first = await runJest(args, { name, env, isQuiet });
  const failed = first.results?.testResults.filter(({ status }) => status === 'failed') ?? [];
  if (failed.length === 0 || failed.length > REPEATED_FILES) return count(name, first.results, first.code);
  const files = failed.map((file) => file.name);
  console.log(`\n${name}: repeating ${files.map((file) => path.relative(ROOT, file)).join(', ')}`);
  const options = args.filter((argument) => argument.startsWith('--config') || argument.startsWith('--testMatch'));
  const second = await runJest([...options, '--runTestsByPath', ...files], { name, env, isQuiet });
  for (const test of failedTests(first.results)) repeated(`${name}: ${test}`);
  const passed = first.results.testResults.filter(({ status }) => status !== 'failed');
  count(name, { testResults: passed }, 0);
  count(name, second.results, second.code);
}

const failedTests = ({ testResults }) =>
  testResults.flatMap((file) => {
    const failed = file.assertionResults.filter(({ status }) => status === 'failed').map(fullTitle);
    return file.status !== 'failed' || failed.length > 0 ? failed : [path.relative(ROOT, file.name)];
  });

const fullTitle = ({ ancestorTitles, title }) => [...ancestorTitles, title].join(' > ');

async function runJest(args, { name, env, isQuiet }) {
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
    return { results: JSON.parse(await readFile(results, 'utf8').catch(() => 'null')), code };
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
  if (results === null) {
    fail();
    console.log(`FAILED: ${name} ended with ${code} and no results`);
    return;
  }
  const tests = results.testResults.flatMap(({ assertionResults }) => assertionResults);
  const withStatus = (status) => tests.filter((test) => test.status === status);
  // A file that could not be loaded has no tests.
  const unloaded = results.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  const failed = withStatus('failed').length + unloaded.length;
  pass(withStatus('passed').length);
  ranSpecs(tests.length);
  fail(failed === 0 && code !== 0 && tests.length > 0 ? 1 : failed);
  for (const test of withStatus('pending')) skip(`${name}: ${fullTitle(test)}`);
  for (const { name: file, startTime, endTime } of results.testResults)
    took(`${name}: ${path.relative(ROOT, file)}`, endTime - startTime);
}
