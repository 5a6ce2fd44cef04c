import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runTasks } from './lanes.mjs';
import { createRecord } from './record.mjs';

const ENTRY = path.join(import.meta.dirname, 'testing/scripted-task.mjs');

describe('the lanes of the gate', () => {
  let directory;
  const printed = [];
  const print = console.log;
  beforeEach(() => {
    directory = mkdtempSync(path.join(tmpdir(), 'svc-lanes-'));
    printed.length = 0;
    console.log = (line) => printed.push(line);
  });
  afterEach(() => {
    console.log = print;
    rmSync(directory, { recursive: true });
  });

  let idleProcessors;
  let prefetched;
  beforeEach(() => {
    idleProcessors = () => 0;
    prefetched = Promise.resolve();
  });
  const run = async (...tasks) => {
    const suites = tasks.map(({ name, files }) => ({ name, place: name, files }));
    const record = createRecord(suites);
    const planned = tasks.map((task, index) => ({ place: task.name, directory, id: String(index), ...task }));
    await runTasks(planned, {
      record,
      directory,
      env: {},
      entry: ENTRY,
      silenceMs: 2_500,
      prefetched,
      idleProcessors,
      pollMs: 50,
    });
    const outcome = (name, file) => record.results.get(`${name} ${file}`);
    return { record, suites, outcome };
  };

  it('keeps the results of a task that hangs, names its file, and runs the rest', async () => {
    const { outcome } = await run({ name: 'a', files: ['passes-1', 'hangs', 'passes-2'] });
    assert.equal(outcome('a', 'passes-1').failed, false);
    assert.equal(outcome('a', 'passes-2').failed, false);
    assert.equal(outcome('a', 'hangs').failed, true);
    assert.match(outcome('a', 'hangs').message, /nothing came from it/);
  });

  it('runs only tasks that need no program until all are fetched', async () => {
    const { promise, resolve } = Promise.withResolvers();
    prefetched = promise;
    const isResultOf = (place) => (line) => line.includes(`${place}: passes`);
    console.log = (line) => {
      printed.push(line);
      if (isResultOf('unit')(line)) resolve();
    };
    await run({ name: 'a', files: ['passes'] }, { name: 'b', place: 'unit', files: ['passes'] });
    assert.ok(printed.findIndex(isResultOf('unit')) < printed.findIndex(isResultOf('a')), printed.join('\n'));
  });

  it('goes on after a task that exits', async () => {
    const { outcome } = await run({ name: 'a', files: ['exits', 'passes'] });
    assert.match(outcome('a', 'exits').message, /ended with 3/);
    assert.equal(outcome('a', 'passes').failed, false);
  });

  it('repeats failed files after everything else, remembers the reason, and does not take them for evidence', async () => {
    const { record, suites, outcome } = await run(
      { name: 'a', files: ['fails-once', 'fails'] },
      { name: 'b', files: ['passes'] },
    );
    assert.equal(outcome('a', 'fails-once').failed, false);
    assert.equal(outcome('a', 'fails').failed, true);
    const repetition = printed.findIndex((line) => line.includes('repeating'));
    assert.ok(printed.findIndex((line) => line.includes('b: passes')) < repetition);
    assert.equal(record.passedAtOnce(suites[0]), 0);
    assert.equal(record.passedAtOnce(suites[1]), 1);
    let remembered;
    assert.equal(record.report({ only: '', remember: (run) => ((remembered = run.repeated), []) }), 1);
    assert.equal(remembered.length, 1);
    assert.match(remembered[0], /: fails-once; a test\nwhat went wrong$/);
  });

  it('repeats nothing when more than ten files failed', async () => {
    const files = Array.from({ length: 11 }, (_, index) => `fails-once-${index}`);
    const { outcome } = await run({ name: 'a', files });
    assert.ok(files.every((file) => outcome('a', file).failed));
  });

  it('begins two further tasks while processors are idle, and lets them give way', async () => {
    idleProcessors = () => 1;
    const names = ['a', 'b', 'c', 'd'];
    // Each passes only beside the three others; otherwise it gives no result and fails.
    const { outcome } = await run(...names.map((name) => ({ name, kind: 'jest', files: ['meets-4'] })));
    assert.ok(names.every((name) => !outcome(name, 'meets-4').failed));
    const weights = readdirSync(directory)
      .filter((name) => name.startsWith('meets-'))
      .map((name) => readFileSync(path.join(directory, name), 'utf8'));
    // Only Linux has sessions that weigh less.
    const light = weights.filter((weight) => weight === '' || /nice 5$/m.test(weight));
    assert.equal(light.length, weights.includes('') ? 4 : 2);
  });

  it('runs specs that judge durations when nothing else runs', async () => {
    await run(
      { name: 'alone', files: ['passes'], atEnd: true },
      ...['a', 'b', 'c'].map((name) => ({ name, files: ['passes'] })),
    );
    const order = printed.filter((line) => line.includes('ok')).map((line) => /ok +(\w+):/.exec(line)[1]);
    assert.equal(order.at(-1), 'alone');
  });
});
