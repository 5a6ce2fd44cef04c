/**
 * Shows that the gate notices faults: `node scripts/faults.mjs [family ...]` injects one fault after the other and runs the specs beside
 * the code that import the file, the nearest first, until one fails. It fails when a fault is not noticed.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { FAULTS } from './faults/faults.mjs';
import { importGraph, reversed, trackedFiles } from './graph.mjs';
import { NODE, ROOT, withTools } from './tools.mjs';

/** Number of files that share a start of Jest. */
const FILES_AT_ONCE = 12;
/** The gate kills a file that gives no result, and names it; here that counts as noticed as well. */
const SILENCE_MS = 8 * 60_000;

await withTools(import.meta.url, async () => {
  const families = process.argv.slice(2);
  const { build } = await import('./build.mjs');
  build();
  const importers = reversed(importGraph(trackedFiles()));
  const chosen = FAULTS.filter(({ family }) => families.length === 0 || families.includes(family));
  const missed = chosen.filter((fault) => !isNoticed(fault, nearestSpecs(importers, fault.file)));
  console.log(`\n${chosen.length - missed.length} faults noticed, ${missed.length} not`);
  if (missed.length > 0 || chosen.length === 0) process.exitCode = 1;
});

/** The specs beside the code that import a file, by how many imports are between. */
function nearestSpecs(importers, file) {
  const order = new Set([file]);
  for (const each of order) for (const importer of importers.get(each) ?? []) order.add(importer);
  return [...order].filter((each) => /^(apps|libs)\/.*(?<!\.budget)\.spec\.ts$/.test(each));
}

function isNoticed(fault, specs) {
  const directory = mkdtempSync(path.join(tmpdir(), 'svc-fault-'));
  const seen = path.join(directory, 'seen');
  try {
    for (let at = 0; at < specs.length; at += FILES_AT_ONCE) {
      const failed = failedSpec(fault, specs.slice(at, at + FILES_AT_ONCE), seen);
      if (failed === undefined) continue;
      if (!existsSync(seen)) throw new Error(`${fault.file} was never loaded, but ${failed} failed`);
      console.log(`noticed: ${fault.family}, ${fault.from}: by ${failed}`);
      return true;
    }
    console.log(`NOT NOTICED: ${fault.family}, ${fault.from} in ${fault.file}, by ${specs.length} spec files`);
    return false;
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** Runs specs with the fault, and returns the first that fails. */
function failedSpec({ file, from, to }, specs, seen) {
  const compiled = toCompiled(file);
  const { stdout, stderr, error } = spawnSync(
    NODE,
    ['node_modules/jest/bin/jest.js', '--bail', '--maxWorkers=1', '--runTestsByPath', ...specs.map(toCompiled)],
    {
      cwd: ROOT,
      encoding: 'utf8',
      maxBuffer: 2 ** 27,
      timeout: SILENCE_MS,
      env: {
        ...process.env,
        NODE_OPTIONS: `--import=${path.join(ROOT, 'scripts/faults/inject.mjs')}`,
        SVC_FAULT: JSON.stringify({ compiled, from, to, seen }),
      },
    },
  );
  if (error?.code === 'ETIMEDOUT') return 'the watchdog';
  return /^FAIL (.*)$/m.exec(`${stdout}${stderr}`)?.[1];
}

function toCompiled(file) {
  return file.replace('/src/', '/dist/').replace(/\.ts$/, '.js');
}
