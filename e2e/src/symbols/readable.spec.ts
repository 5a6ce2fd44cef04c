import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '@svc/testing';
import { build } from 'esbuild';
import { api, ok, type Json } from '../api.js';
import { theService } from '../topology.js';
import { makeProject } from '../workspace/project.js';

const run = promisify(execFile);

/** A program of two files; the second one throws when it runs. */
const SOURCES = {
  'charge.ts': `export function requirePositive(amount: number): number {
  if (amount <= 0) throw new RangeError('the amount must be positive, not ' + amount);
  return amount;
}

export function chargeCustomer(amounts: readonly number[]): number {
  return amounts.map((amount) => requirePositive(amount)).reduce((sum, amount) => sum + amount, 0);
}
`,
  'main.ts': `import { chargeCustomer } from './charge.js';

function checkOut(): void {
  console.log(chargeCustomer([3, 2, -1]));
}

try {
  checkOut();
} catch (error) {
  console.log((error as Error).stack);
}
`,
};

interface Minified {
  readonly stack: string;
  readonly map: string;
}

describe('stacks of minified code', () => {
  let directory: string;
  let minified: Minified;
  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'svc-minified-'));
    minified = await minifyAndRun(directory);
  });
  afterAll(() => rm(directory, { recursive: true }));

  const upload = (project: string, release: string) =>
    ok('POST', `/sourcemaps?project_id=${project}`, {
      body: { release, filename: 'https://shop.example/assets/app.js', content: minified.map },
    });
  /** As a browser would report it, for a release of its own. */
  const report = async (project: string, release: string): Promise<void> => {
    const stack = minified.stack.replaceAll(
      /(?:file:\/\/)?\/[^\s()]*\/app\.mjs/g,
      'https://shop.example/assets/app.js',
    );
    const text = (key: string, value: string) => ({ key, value: { stringValue: value } });
    const record = {
      timeUnixNano: `${Date.now()}000000`,
      severityNumber: 17,
      body: { stringValue: 'checkout failed' },
      attributes: [
        text('exception.type', 'RangeError'),
        text('exception.message', 'the amount must be positive, not -1'),
        text('exception.stacktrace', stack),
      ],
    };
    const resource = {
      attributes: [
        text('service.name', 'shop'),
        text('service.version', release),
        text('telemetry.sdk.language', 'webjs'),
      ],
    };
    const { ingestUrl, apiKey } = theService();
    const answer = await fetch(`${ingestUrl}/v1/logs?project_id=${project}`, {
      method: 'POST',
      headers: { 'x-svc-api-key': apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ resourceLogs: [{ resource, scopeLogs: [{ logRecords: [record] }] }] }),
    });
    assert.equal(answer.status, 200);
  };
  /** The frames of the only issue, once they are as expected. */
  const readFrames = (project: string, status: string): Promise<Json[]> =>
    eventually(`frames that are ${status}`, async () => {
      const { issues } = await ok('GET', `/issues?project_id=${project}`);
      const id = (issues as Json[])[0]?.['id'];
      if (id === undefined) return undefined;
      const details = await api('GET', `/issues/${String(id)}?project_id=${project}`);
      const frames = findFrames(details.json);
      return frames[0]?.['symbolication']?.['status'] === status ? frames : undefined;
    });

  it('shows readable stacks if the source map was uploaded before', async () => {
    const { id: project } = await makeProject();
    const { id } = await upload(project, '1.0');
    await report(project, '1.0');
    const frames = await readFrames(project, 'applied');
    const [first] = frames;
    assert.deepEqual([first?.['function'], first?.['line']], ['requirePositive', 2]);
    assert.match(first?.['file'] ?? '', /charge\.ts$/);
    assert.match(first?.['context']?.['line'] ?? '', /throw new RangeError/);
    assert.equal(first?.['symbolication']?.['symbol_file_id'], id);
    const names = frames.map((frame) => frame['function'] as string);
    assert.ok(names.includes('chargeCustomer') && names.includes('checkOut'), names.join());
  });

  it('does not apply the source map of another release, and gives the reason', async () => {
    const { id: project } = await makeProject();
    await upload(project, '2.0');
    await report(project, '1.0');
    const [first] = await readFrames(project, 'mismatch');
    assert.match(first?.['symbolication']?.['reason'] ?? '', /only for other releases, the newest for 2\.0/);
    assert.deepEqual(first?.['symbolication']?.['tried'], [
      'release 1.0, ~/assets/app.js',
      'release 1.0, the only app.js',
    ]);
  });

  it('makes stacks readable when the source map is uploaded afterwards', async () => {
    const { id: project } = await makeProject();
    await report(project, '1.0');
    await readFrames(project, 'missing');
    await upload(project, '1.0');
    const [first] = await readFrames(project, 'applied');
    assert.equal(first?.['function'], 'requirePositive');
  });
});

async function minifyAndRun(directory: string): Promise<Minified> {
  for (const [name, text] of Object.entries(SOURCES)) await writeFile(path.join(directory, name), text);
  const outfile = path.join(directory, 'app.mjs');
  const options = { bundle: true, minify: true, sourcemap: 'external', format: 'esm', platform: 'node' } as const;
  await build({ entryPoints: [path.join(directory, 'main.ts')], outfile, logLevel: 'silent', ...options });
  const { stdout } = await run(process.execPath, [outfile]);
  return { stack: stdout.trim(), map: await readFile(`${outfile}.map`, 'utf8') };
}

/** The frames of the exceptions, wherever the answer has them. */
function findFrames(answer: unknown): Json[] {
  if (typeof answer !== 'object' || answer === null) return [];
  const { frames } = answer as { readonly frames?: Json[] };
  if (Array.isArray(frames)) return frames;
  return Object.values(answer).flatMap(findFrames);
}
