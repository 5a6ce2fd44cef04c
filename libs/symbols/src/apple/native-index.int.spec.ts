import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { rounds, skipOrFail } from '@svc/test-servers';
import fc from 'fast-check';
import { zipSync } from 'fflate';
import { SymbolFileRefusal } from '../columns/refusal.js';
import { AppleToolchain, TEXT_ADDRESS, type AppleBuild } from '../testing/apple-toolchain.js';
import { buildApple } from './build-apple.js';
import { NativeIndex } from './native-index.js';

const OPTIMIZED = { version: 4, optimization: '-O2' } as const;
const BUILDS: AppleBuild[] = (['arm64', 'x86_64'] as const).flatMap((arch) =>
  [2, 3, 4, 5].flatMap((version) => (['-O0', '-O2'] as const).map((optimization) => ({ arch, version, optimization }))),
);
/** More than the program has. */
const ADDRESSES = 700;

const missing = await AppleToolchain.findMissing();

/** Debug information of version 5 is read only by newer linkers, which the gates do not need. */
const versions = [...new Set(BUILDS.map(({ version }) => version))];
const linkable = new Map(
  await Promise.all(versions.map(async (version) => [version, await AppleToolchain.canLink(version)] as const)),
);

describe('an index of an Apple binary', () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'svc-apple-'));
  let toolchain: AppleToolchain;
  beforeAll(async () => {
    toolchain = await AppleToolchain.in(directory);
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  const open = (file: string): NativeIndex => NativeIndex.open(buildApple(file)[0]?.file ?? new Uint8Array());
  const find = (index: NativeIndex, address: number): string[] =>
    index
      .find(address - TEXT_ADDRESS)
      .map(({ function: name, file, line }) => `${name || '??'} ${file ?? '??'}:${line ?? 0}`);

  const test = (name: string, work: () => Promise<void>, reason = missing && `${missing} is not installed`): void => {
    if (reason === undefined) it(name, work);
    else skipOrFail(name, reason);
  };

  for (const build of BUILDS) {
    const { arch, version, optimization } = build;
    const title = `agrees with llvm-symbolizer at every address: ${arch}, DWARF ${version}, ${optimization}`;
    if (!linkable.get(version)) {
      it.skip(title, () => undefined);
      continue;
    }
    test(title, async () => {
      const file = await toolchain.make(build);
      const index = open(file);
      const first = await toolchain.firstFunction(file);
      const addresses = Array.from({ length: ADDRESSES }, (_, nth) => first + nth);
      const expected = await toolchain.symbolize(file, arch, addresses);
      const known = addresses.filter((_, nth) => expected[nth]?.[0] !== '?? ??:0');
      assert.ok(known.length > 100);
      for (const address of known)
        assert.deepEqual(find(index, address), expected[address - first], address.toString(16));
    });
  }

  test('has both architectures of a fat file, also in a zip file', async () => {
    const files = [
      await toolchain.make({ arch: 'arm64', ...OPTIMIZED }),
      await toolchain.make({ arch: 'x86_64', ...OPTIMIZED }),
    ];
    const fat = await toolchain.join(files);
    const identify = (file: string) => buildApple(file).map(({ arch, debugId }) => `${arch} ${debugId}`);
    const images = identify(fat);
    assert.deepEqual(images.map((image) => image.replace(/ .*/, '')).sort(), ['arm64', 'x86_64']);
    for (const image of images) assert.match(image, / [0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/);
    const zip = path.join(directory, 'symbols.zip');
    const entries = { 'Shop.dSYM/Contents/Info.plist': Buffer.from('<plist/>'), '../../escaped': await readFile(fat) };
    await writeFile(zip, zipSync(entries));
    assert.deepEqual(identify(zip), images);
  });

  test('knows functions by the symbol table alone', async () => {
    const symbols = await toolchain.make({ arch: 'arm64', ...OPTIMIZED });
    const program = symbols.replace(/\.dSYM.*/, '');
    const first = await toolchain.firstFunction(program);
    assert.deepEqual(find(open(program), first), ['_ZN4shop5totalEPKii ??:0']);
  });

  test('is refused or read, whatever bytes of a real file change', async () => {
    const original = await readFile(await toolchain.make({ arch: 'arm64', ...OPTIMIZED }));
    const target = path.join(directory, 'changed');
    const changes = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(changes, fc.option(fc.nat()), async (bytes, cut) => {
        const changed = Buffer.from(original);
        for (const [at, value] of bytes) changed[at % changed.length] = value;
        await writeFile(target, cut === null ? changed : changed.subarray(0, cut % changed.length));
        expectRefusal(() => {
          const index = open(target);
          for (let address = 0; address < 20_000; address += 501) index.find(address);
        });
      }),
      { numRuns: rounds(100) },
    );
  });

  test('is refused for a zip file that is broken, empty or a bomb', async () => {
    const zip = path.join(directory, 'hostile.zip');
    const whole = Buffer.from(zipSync({ a: Buffer.alloc(1_000) }));
    for (const bytes of [whole, whole.subarray(0, 40), Buffer.concat([whole.subarray(0, 30), Buffer.alloc(500, 7)])]) {
      await writeFile(zip, bytes);
      assert.throws(() => buildApple(zip), SymbolFileRefusal);
    }
  });
});

function expectRefusal(work: () => void): void {
  try {
    work();
  } catch (error) {
    assert.ok(error instanceof SymbolFileRefusal, error instanceof Error ? error.stack : '');
  }
}
