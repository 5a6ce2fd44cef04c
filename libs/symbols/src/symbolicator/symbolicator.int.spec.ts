import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DirectoryStore } from '@svc/objects';
import { startTemporaryDatabase, type TemporaryDatabase } from '@svc/relational/testing';
import type { Frame, Platform } from '@svc/stacks';
import { skipOrFail } from '@svc/test-servers';
import { BuildThread } from '../build/build-thread.js';
import { SymbolFileRefusal } from '../columns/refusal.js';
import { SymbolStore, type NewSymbolFile } from '../files/symbol-store.js';
import type { SymbolicationRequest } from '../symbolication.js';
import { AppleToolchain, TEXT_ADDRESS } from '../testing/apple-toolchain.js';
import { Symbolicator } from './symbolicator.js';

const DEBUG_ID = '85314830-023f-4cf1-a267-535f4e37bb17';
const { signal } = new AbortController();
/** Line 1, column 1 is line 1 of the source; column 11 is in line 3, where `pay` is called. */
const MAP = {
  version: 3,
  sources: ['src/pay.ts'],
  sourcesContent: ['function charge() {\n  throw new Error();\n}\ncharge();'],
  names: ['charge'],
  mappings: 'AAAA,UAGAA',
};

const appleTool = await AppleToolchain.findMissing();

describe('symbolication', () => {
  let database: TemporaryDatabase;
  let directory: string;
  let objects: DirectoryStore;
  let builder: BuildThread;
  let store: SymbolStore;
  let large: SymbolStore;
  let symbolicator: Symbolicator;
  let projectId: string;
  beforeAll(async () => {
    database = await startTemporaryDatabase();
    directory = await mkdtemp(path.join(tmpdir(), 'svc-symbols-'));
    objects = await DirectoryStore.open({ directory: path.join(directory, 'objects') });
    builder = new BuildThread();
    const { relational } = database;
    store = new SymbolStore({ relational, objects, builder, clock: Date.now, maxProjectBytes: 100_000 });
    large = new SymbolStore({ relational, objects, builder, clock: Date.now, maxProjectBytes: 1e9 });
    symbolicator = new Symbolicator({ relational, objects, cacheBytes: 1_000_000 });
  });
  beforeEach(() => {
    projectId = randomUUID();
  });
  afterAll(async () => {
    await symbolicator?.close();
    await builder?.close();
    await database?.stop();
    await rm(directory, { recursive: true });
  });

  const upload = async (content: unknown, names: { release?: string; dist?: string; filename?: string } = {}) => {
    const body = { release: '1.0', filename: '/assets/app.js', ...names, content: JSON.stringify(content) };
    return add({ kind: 'sourcemap', release: '', dist: '', filename: '' }, JSON.stringify(body));
  };
  const add = async (file: Pick<NewSymbolFile, 'kind' | 'release' | 'dist' | 'filename'>, text: string) => {
    const file_ = path.join(directory, randomUUID());
    await writeFile(file_, text);
    return store.store({ ...file, projectId, createdBy: undefined, path: file_ });
  };
  const minified = (column: number, file = 'https://shop.example/assets/app.js?v=7'): Frame => ({
    function: 'r',
    file,
    line: 1,
    column,
    inApp: true,
  });
  const symbolicate = (frames: readonly Frame[], request: Partial<SymbolicationRequest> = {}) => {
    const platform: Platform = request.platform ?? 'javascript';
    const exceptions = [{ relation: 'thrown' as const, type: 'Error', message: '', frames }];
    const whole = { projectId, platform, release: '1.0', dist: '', debugIds: {}, stack: { platform, exceptions } };
    return symbolicator.symbolicate({ ...whole, ...request }, signal);
  };
  const first = async (...given: Parameters<typeof symbolicate>) => {
    const { stack, status } = await symbolicate(...given);
    return { status, frame: stack.exceptions[0]?.frames[0] };
  };

  it('finds the source of a frame by release and path, and its name at the call', async () => {
    const { files } = await upload(MAP);
    const { stack, status } = await symbolicate([minified(1), minified(11)]);
    assert.equal(status, 'complete');
    assert.deepEqual(stack.exceptions[0]?.frames, [
      {
        function: 'charge',
        file: 'src/pay.ts',
        line: 1,
        column: 1,
        inApp: true,
        context: { before: [], line: 'function charge() {', after: ['  throw new Error();', '}', 'charge();'] },
        symbolication: {
          status: 'applied',
          reason: 'release and path match',
          symbolFileId: files[0]?.id,
          tried: ['release 1.0, ~/assets/app.js'],
        },
      },
      {
        function: 'r',
        isUnnamed: true,
        file: 'src/pay.ts',
        line: 4,
        column: 1,
        inApp: true,
        context: { before: ['function charge() {', '  throw new Error();', '}'], line: 'charge();', after: [] },
        symbolication: {
          status: 'applied',
          reason: 'release and path match',
          symbolFileId: files[0]?.id,
          tried: ['release 1.0, ~/assets/app.js'],
        },
      },
    ]);
  });

  it('prefers the debug ID, and does not take a map of the path that has another', async () => {
    await upload({ ...MAP, debugId: DEBUG_ID }, { release: '', filename: 'elsewhere.js' });
    const file = 'https://shop.example/assets/app.js';
    const { frame } = await first([minified(1, file)], { release: '', debugIds: { [file]: DEBUG_ID } });
    assert.equal(frame?.symbolication?.reason, 'the debug ID matches');
    await upload({ ...MAP, debugId: DEBUG_ID });
    const other = await first([minified(1, file)], { debugIds: { [file]: randomUUID() } });
    assert.deepEqual([other.status, other.frame?.symbolication?.status], ['missing', 'mismatch']);
    assert.equal(other.frame?.file, file);
  });

  it('takes the only map of the release with the name of the file, and no other', async () => {
    await upload(MAP, { filename: 'dist/app.js.map' });
    const { frame } = await first([minified(1)]);
    assert.match(frame?.symbolication?.reason ?? '', /only source map .* as ~\/dist\/app\.js$/);
    await upload(MAP, { filename: 'build/app.js' });
    const { frame: ambiguous } = await first([minified(1)]);
    assert.equal(ambiguous?.symbolication?.status, 'missing');
    assert.match(ambiguous?.symbolication?.reason ?? '', /^2 source maps/);
    assert.deepEqual(ambiguous?.symbolication?.tried, ['release 1.0, ~/assets/app.js', 'release 1.0, the only app.js']);
  });

  it('does not take a map of another release, distribution or project, and says so', async () => {
    await upload(MAP, { release: '2.0' });
    const { frame } = await first([minified(1)]);
    assert.equal(frame?.symbolication?.status, 'mismatch');
    assert.match(frame?.symbolication?.reason ?? '', /only for other releases, the newest for 2\.0$/);
    await upload(MAP, { dist: 'ios' });
    assert.equal((await first([minified(1)], { dist: 'android' })).frame?.symbolication?.status, 'mismatch');
    assert.equal((await first([minified(1)], { projectId: randomUUID() })).frame?.symbolication?.status, 'missing');
  });

  it('names the outermost function after the source around it, and keeps the minified name without a source', async () => {
    const sourcesContent = ['function charge() {\n  throw new Error();\n}\nconst run = () => {\n  charge();\n};'];
    // Column 11 is in line 5 of the source.
    const map = { ...MAP, sourcesContent, mappings: 'AACE,UAGA' };
    await upload(map);
    const names = async () => {
      const { stack } = await symbolicate([minified(1), minified(11)]);
      return stack.exceptions[0]?.frames.map(({ function: name, isUnnamed = false }) => [name, isUnnamed]);
    };
    assert.deepEqual(await names(), [
      ['r', true],
      ['run', false],
    ]);
    assert.equal((await first([minified(1)])).frame?.function, 'charge');
    const { sourcesContent: _sources, ...without } = map;
    await upload(without);
    assert.deepEqual(await names(), [
      ['r', true],
      ['r', true],
    ]);
  });

  it('says when the map does not know a position, or a frame has no column', async () => {
    await upload(MAP);
    const statuses = async (frame: Frame) => (await first([frame])).frame?.symbolication?.status;
    assert.equal(await statuses({ ...minified(1), line: 99 }), 'failed');
    const { column: _column, ...without } = minified(1);
    assert.equal(await statuses(without), 'failed');
  });

  it('says when the content of a map is gone, and takes it again', async () => {
    const { files } = await upload(MAP);
    await objects.delete(files[0]?.objectKey ?? '');
    const { frame } = await first([minified(1)]);
    assert.deepEqual([frame?.symbolication?.status, frame?.function], ['failed', 'r']);
    assert.match(frame?.symbolication?.reason ?? '', /content is gone/);
    assert.equal((await upload(MAP)).isNew, false);
    assert.equal((await first([minified(1)])).status, 'complete');
  });

  it('leaves frames alone that need no map', async () => {
    const frames = [{ function: 'f', file: 'node:fs', line: 1, column: 1, inApp: false }];
    assert.deepEqual((await symbolicate(frames)).stack.exceptions[0]?.frames, frames);
  });

  it('keeps the same file once, and a new file of the same name in its place', async () => {
    const [a, b] = [await upload(MAP), await upload(MAP)];
    assert.deepEqual([a.isNew, b.isNew, b.files[0]?.id], [true, false, a.files[0]?.id]);
    const c = await upload({ ...MAP, names: ['other'] });
    assert.deepEqual([c.isNew, c.files[0]?.id], [true, a.files[0]?.id]);
    const kept: string[] = [];
    for await (const { key } of objects.list(`symbols/${projectId}/`)) kept.push(key);
    assert.deepEqual(kept, [c.files[0]?.objectKey]);
    const d = await upload({ ...MAP, names: ['other'] }, { release: '1.1' });
    assert.equal(d.files[0]?.objectKey, c.files[0]?.objectKey);
    const job = await database.relational.client.job.findFirst({ where: { queue: 'resymbolicate', key: projectId } });
    assert.equal(job?.projectId, projectId);
  });

  it('refuses a file that is not a source map, lacks its names or exceeds the limit of the project', async () => {
    const refusal = (field: string | undefined) => (error: unknown) =>
      error instanceof SymbolFileRefusal && error.field === field;
    await assert.rejects(upload([]), refusal(undefined));
    await assert.rejects(upload(MAP, { release: '' }), refusal('release'));
    await assert.rejects(upload(MAP, { filename: '' }), refusal('filename'));
    await assert.rejects(upload(MAP, { dist: 'x'.repeat(65) }), refusal('dist'));
    const file = { kind: 'sourcemap', release: '', dist: '', filename: '' } as const;
    await assert.rejects(add(file, '{'), refusal('body'));
    await assert.rejects(add(file, '{"release":1}'), refusal('release'));
    await assert.rejects(add(file, '{"x":1}'), refusal('x'));
    await assert.rejects(upload({ ...MAP, names: ['x'.repeat(100_000)] }), { code: 'quota_exceeded' });
  });

  it('gives stacks of Android back their names, by release or UUID', async () => {
    const mapping =
      'com.shop.Cart -> a.a:\n    1:1:void check():20:20 -> b\n    1:1:void pay():30 -> b\ncom.shop.Failure -> a.c:\n';
    const frame: Frame = {
      raw: 'at a.a.b(SourceFile:1)',
      module: 'a.a',
      function: 'b',
      file: 'SourceFile',
      line: 1,
      inApp: true,
    };
    const stack = {
      platform: 'android' as const,
      exceptions: [{ relation: 'thrown' as const, type: 'a.c', message: '', frames: [frame] }],
    };
    const request = { platform: 'android' as const, stack };
    const before = await symbolicate([], request);
    assert.equal(before.stack.exceptions[0]?.frames[0]?.symbolication?.reason, 'no mapping with this UUID or release');
    const { files } = await add({ kind: 'proguard', release: '1.0', dist: '', filename: 'mapping.txt' }, mapping);
    const { stack: readable, status } = await symbolicate([], request);
    const [exception] = readable.exceptions;
    assert.deepEqual([status, exception?.type], ['complete', 'com.shop.Failure']);
    assert.deepEqual(
      exception?.frames.map(({ module, function: name, file, line, raw }) => [module, name, file, line, raw]),
      [
        ['com.shop.Cart', 'check', 'Cart.java', 20, undefined],
        ['com.shop.Cart', 'pay', 'Cart.java', 30, 'at a.a.b(SourceFile:1)'],
      ],
    );
    const byId = await symbolicate([], { ...request, release: '', debugIds: { mapping: files[0]?.debugId ?? '' } });
    assert.equal(byId.status, 'complete');
    const otherRelease = await symbolicate([], { ...request, release: '2.0' });
    assert.equal(otherRelease.stack.exceptions[0]?.frames[0]?.symbolication?.status, 'mismatch');
  });

  const missing = appleTool && `${appleTool} is not installed`;
  const name = 'gives addresses of Apple programs their functions, files and lines, by the UUID of the image';
  if (missing !== undefined) skipOrFail(name, missing);
  else
    it(name, async () => {
      const toolchain = await AppleToolchain.in(directory);
      const binary = await toolchain.make({ arch: 'arm64', version: 4, optimization: '-O2' });
      const first = await toolchain.firstFunction(binary);
      const loadedAt = 0x1_0260_0000;
      const address = `0x${(loadedAt + first - TEXT_ADDRESS).toString(16)}`;
      const frame: Frame = { raw: `0 shop ${address}`, module: 'shop', address, inApp: true };
      const ask = (imageId: string) => {
        const placed = { ...frame, imageAddress: `0x${loadedAt.toString(16)}`, imageId };
        return symbolicate([placed], { platform: 'apple' });
      };
      const unknown = await ask(randomUUID());
      assert.equal(unknown.stack.exceptions[0]?.frames[0]?.symbolication?.status, 'missing');
      const names = {
        kind: 'macho',
        release: '',
        dist: '',
        filename: 'shop',
        projectId,
        createdBy: undefined,
      } as const;
      const { files } = await large.store({ ...names, path: binary });
      assert.deepEqual([files[0]?.arch, files[0]?.kind], ['arm64', 'macho']);
      const { stack, status } = await ask(files[0]?.debugId ?? '');
      const found = stack.exceptions[0]?.frames.map((each) => [
        each.function,
        path.basename(each.file ?? ''),
        each.line,
      ]);
      assert.equal(status, 'complete');
      assert.deepEqual(found, [['_ZN4shop5totalEPKii', 'cart.cpp', 11]]);
    });
});
