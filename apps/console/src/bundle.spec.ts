import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

interface Chunk {
  readonly file: string;
  /** The source file that a page imports later, or null. */
  readonly entryPoint: string | null;
  /** Size with gzip, in bytes. */
  readonly gzip: number;
  /** Chunks that are loaded with it. */
  readonly imports: readonly string[];
}

interface Bundle {
  readonly style: { readonly gzip: number };
  readonly chunks: readonly Chunk[];
}

/** Written by scripts/bundle.mjs. */
const { style, chunks } = JSON.parse(readFileSync(new URL('chunks.json', import.meta.url), 'utf8')) as Bundle;
const KILOBYTE = 1000;
const FIRST_LOAD = 230 * KILOBYTE;
const ALL = 700 * KILOBYTE;

/** The size of chunks with everything that they import at once, each counted once. */
function sizeOf(files: readonly string[], seen = new Set<string>()): number {
  return files.reduce((sum, file) => {
    const chunk = chunks.find((candidate) => candidate.file === file);
    if (!chunk || seen.has(file)) return sum;
    seen.add(file);
    return sum + chunk.gzip + sizeOf(chunk.imports, seen);
  }, 0);
}

describe('size of the console', () => {
  const main = chunks.find(({ entryPoint }) => entryPoint === 'src/main.tsx')?.file ?? '';
  const pages = chunks.filter(({ entryPoint }) => entryPoint !== null && /-page\.tsx$/.test(entryPoint));

  it('has pages that are loaded when they are opened', () => assert.ok(main !== '' && pages.length > 1));

  for (const { file, entryPoint } of pages)
    it(`is at most ${FIRST_LOAD / KILOBYTE} kB for the first load of ${entryPoint}`, () => {
      const size = sizeOf([main, file]) + style.gzip;
      assert.ok(size <= FIRST_LOAD, `${Math.round(size / KILOBYTE)} kB`);
    });

  it(`is at most ${ALL / KILOBYTE} kB for all pages`, () => {
    const size = chunks.reduce((sum, { gzip }) => sum + gzip, style.gzip);
    assert.ok(size <= ALL, `${Math.round(size / KILOBYTE)} kB`);
  });
});
