import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { BuildThread } from './build-thread.js';

const METHODS = 20_000;
const LARGE = `com.shop.Cart -> a.a:\n${'    1:1:void pay(int):1:1 -> a\n'.repeat(METHODS)}`;
const SMALL = 'com.shop.Cart -> a.a:\n    1:1:void pay(int):1:1 -> a\n';

describe('the thread that reads symbol files', () => {
  let directory: string;
  let thread: BuildThread | undefined;
  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'svc-build-'));
    await writeFile(path.join(directory, 'large.txt'), LARGE);
    await writeFile(path.join(directory, 'small.txt'), SMALL);
  });
  afterEach(() => thread?.close());
  afterAll(() => rm(directory, { recursive: true }));

  const build = (projectId: string, name: 'large' | 'small') =>
    (thread ?? assert.fail()).build({ projectId, kind: 'proguard', path: path.join(directory, `${name}.txt`) });

  it('reads files by turns of projects', async () => {
    thread = new BuildThread();
    const ended: string[] = [];
    const read = (projectId: string) => build(projectId, 'small').then(() => ended.push(projectId));
    await Promise.all([read('a'), read('a'), read('a'), read('a'), read('b')]);
    assert.ok(ended.indexOf('b') < 3, ended.join());
  });

  it('answers 503 with Retry-After to a file that waits too long, not that the file is wrong', async () => {
    thread = new BuildThread(undefined, 1);
    const [first, second] = await Promise.allSettled([build('a', 'large'), build('b', 'small')]);
    assert.equal(first.status, 'fulfilled');
    assert.ok(second.status === 'rejected');
    const { code, retryAfterSeconds } = second.reason as { code: string; retryAfterSeconds: number };
    assert.deepEqual([code, retryAfterSeconds], ['unavailable', 10]);
  });

  it('refuses a file whose own reading takes too long', async () => {
    thread = new BuildThread(1);
    await assert.rejects(build('a', 'large'), /takes too long to read/);
  });

  it('refuses more waiting files of one project than its share', async () => {
    thread = new BuildThread();
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => build('a', 'small')));
    assert.equal(outcomes.filter(({ status }) => status === 'rejected').length, 1);
  });
});
