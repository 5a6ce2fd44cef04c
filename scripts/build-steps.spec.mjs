import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runSteps } from './build-steps.mjs';
import { findInputs } from './build.mjs';
import { ROOT } from './tools.mjs';

/** Two steps: the second one depends on the output of the first, which writes its own in two halves. */
const stepsOf = (root, ran, betweenHalves = () => {}) => [
  {
    name: 'first',
    inputs: ['sources'],
    accepts: (file) => !file.endsWith('.spec.ts'),
    outputs: ['first.out'],
    run({ wasKilled }) {
      ran.push(wasKilled ? 'first, repaired' : 'first');
      writeFileSync(path.join(root, 'first.out'), 'half');
      betweenHalves();
      writeFileSync(path.join(root, 'first.out'), `whole: ${readFileSync(path.join(root, 'sources/a.ts'), 'utf8')}`);
    },
  },
  { name: 'second', inputs: ['other'], outputs: [], run: () => ran.push('second') },
];

describe('the steps of a build', () => {
  let root, options, ran;
  const build = () => {
    ran = [];
    runSteps(stepsOf(root, ran), options);
    return ran;
  };
  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'svc-steps-'));
    options = { root, stamps: path.join(root, '.tools/stamps'), toolchain: 'v24', log: () => {} };
    mkdirSync(path.join(root, 'sources'));
    for (const file of ['sources/a.ts', 'sources/a.spec.ts', 'other']) writeFileSync(path.join(root, file), file);
    assert.deepEqual(build(), ['first', 'second']);
  });
  afterEach(() => rmSync(root, { recursive: true }));

  it('runs no step a second time', () => assert.deepEqual(build(), []));

  it('runs a step when one of its inputs, or a step before it, has changed', () => {
    writeFileSync(path.join(root, 'other'), 'changed');
    assert.deepEqual(build(), ['second']);
    writeFileSync(path.join(root, 'sources/a.ts'), 'changed');
    assert.deepEqual(build(), ['first', 'second']);
  });

  it('does not run a step for a file that is not an input, or that was written again with the same content', () => {
    writeFileSync(path.join(root, 'sources/a.spec.ts'), 'changed');
    utimesSync(path.join(root, 'sources/a.ts'), new Date(0), new Date(0));
    assert.deepEqual(build(), []);
  });

  it('runs a step when its output or its stamp is missing, or the toolchain is another', () => {
    rmSync(path.join(root, 'first.out'));
    assert.deepEqual(build(), ['first', 'second']);
    rmSync(path.join(options.stamps, 'second'));
    assert.deepEqual(build(), ['second']);
    options = { ...options, toolchain: 'v26' };
    assert.deepEqual(build(), ['first', 'second']);
  });

  it('runs a step again after a failure', () => {
    writeFileSync(path.join(root, 'sources/a.ts'), 'changed');
    const fails = () => {
      throw new Error('does not compile');
    };
    assert.throws(() => runSteps(stepsOf(root, [], fails), options), /does not compile/);
    assert.deepEqual(build(), ['first', 'second']);
  });

  it('says in one sentence that a changed checkout cannot be written, and accepts one that has not changed', () => {
    // Root can write everything, so the steps run as another user.
    for (const folder of ['.', '.tools/stamps', 'sources']) chmodSync(path.join(root, folder), 0o555);
    const asReader = () => {
      const script = `
        import { runSteps } from ${JSON.stringify(new URL('./build-steps.mjs', import.meta.url).href)};
        import { orExplain } from ${JSON.stringify(new URL('./cannot-build.mjs', import.meta.url).href)};
        import { readFileSync, writeFileSync } from 'node:fs';
        import path from 'node:path';
        const root = ${JSON.stringify(root)};
        const stepsOf = ${stepsOf.toString()};
        await orExplain(() => runSteps(stepsOf(root, []), ${JSON.stringify(options)}));`;
      const account = process.getuid() === 0 ? { uid: 12_345, gid: 0 } : {};
      const given = { ...account, cwd: '/', encoding: 'utf8' };
      return spawnSync(process.execPath, ['--input-type=module', '--eval', script], given);
    };
    assert.deepEqual([asReader().stderr, asReader().status], ['', 0]);
    // Only the times differ, as in a copy.
    utimesSync(path.join(root, 'other'), new Date(0), new Date(0));
    assert.deepEqual([asReader().stderr, asReader().status], ['', 0]);
    chmodSync(path.join(root, 'sources'), 0o755);
    writeFileSync(path.join(root, 'sources/a.ts'), 'changed');
    const { status, stderr } = asReader();
    assert.equal(status, 1);
    assert.match(
      stderr,
      /^The step "first" of the build has to run, but this user cannot write to .*build\.mjs` there.*\n$/,
    );
    chmodSync(root, 0o755);
  });

  it('repairs the output when the process was killed in the middle of a step', async () => {
    writeFileSync(path.join(root, 'sources/a.ts'), 'changed');
    const script = `
      import { runSteps } from ${JSON.stringify(new URL('./build-steps.mjs', import.meta.url).href)};
      import { writeFileSync } from 'node:fs';
      import path from 'node:path';
      const root = ${JSON.stringify(root)};
      const hang = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
      const stepsOf = ${stepsOf.toString()};
      const { readFileSync } = await import('node:fs');
      runSteps(stepsOf(root, [], () => { process.stdout.write('half'); hang(); }), ${JSON.stringify(options)});`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    await new Promise((resolve) => child.stdout.once('data', resolve));
    child.kill('SIGKILL');
    await new Promise((resolve) => child.once('exit', resolve));
    assert.equal(readFileSync(path.join(root, 'first.out'), 'utf8'), 'half');
    assert.deepEqual(build(), ['first, repaired', 'second']);
    assert.equal(readFileSync(path.join(root, 'first.out'), 'utf8'), 'whole: changed');
    assert.equal(existsSync(path.join(options.stamps, 'first.running')), false);
  });
});

describe('the build of this checkout', () => {
  it('does not depend on its own output, which would let no build be the last', () => {
    const list = ['ls-files', '--others', '--ignored', '--exclude-standard', '--', 'apps', 'libs', 'e2e', 'bench'];
    const written = execFileSync('git', list, { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 28 }).split('\n');
    const inputs = new Set(findInputs());
    assert.ok(inputs.has('apps/standalone/src/main.ts'));
    assert.deepEqual(
      written.filter((file) => inputs.has(file)),
      [],
    );
  });
});
