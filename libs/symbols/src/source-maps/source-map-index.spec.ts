import assert from 'node:assert/strict';
import { AnyMap, originalPositionFor, type EncodedSourceMap } from '@jridgewell/trace-mapping';
import { transformSync } from 'esbuild';
import fc from 'fast-check';
import { SymbolFileRefusal } from '../columns/refusal.js';
import { buildSourceMap } from './build-source-map.js';
import { SourceMapIndex } from './source-map-index.js';

const SOURCE = Array.from(
  { length: 40 },
  (_, nth) =>
    `export function handleOrder${nth}(order) {\n  const total = order.items.length * ${nth};\n  if (total > 3) throw new Error('too many: ' + total);\n  return handleOrder${(nth + 1) % 40}({ items: [] });\n}\n`,
).join('\n');
const MINIFIED = transformSync(SOURCE, { minify: true, sourcemap: 'external', sourcefile: 'src/orders.ts' });

const open = (map: unknown): SourceMapIndex =>
  SourceMapIndex.open(buildSourceMap(typeof map === 'string' ? map : JSON.stringify(map)).file);

/** Compares every position with the reference implementation. */
function agree(map: string, code: string): void {
  const index = open(map);
  const reference = new AnyMap(map);
  code.split('\n').forEach((text, line) => {
    for (let column = 0; column <= text.length; column += 1) {
      const expected = originalPositionFor(reference, { line: line + 1, column });
      const found = index.find({ line: line + 1, column: column + 1 });
      assert.deepEqual(
        found && { source: found.file, line: found.line, column: found.column - 1, name: found.name ?? null },
        expected.source === null ? undefined : expected,
      );
    }
  });
}

describe('an index of a source map', () => {
  it('agrees with the reference implementation at every position of minified code', () => {
    agree(MINIFIED.map, MINIFIED.code);
  });

  it('agrees with it on an index map whose sections begin within lines', () => {
    const map = JSON.parse(MINIFIED.map) as EncodedSourceMap;
    const sections = [
      { offset: { line: 0, column: 0 }, map },
      { offset: { line: 0, column: 700 }, map },
      { offset: { line: 1, column: 3 }, map: { ...map, sources: ['other.ts'] } },
    ];
    const text = JSON.stringify({ version: 3, sections });
    agree(text, `${MINIFIED.code.trim()}${' '.repeat(2_000)}\n${MINIFIED.code}`);
  });

  it('returns the lines around a position, cut to 300 characters', () => {
    const content = ['a', 'b', 'c', 'd', 'e', 'f\r', 'g'.repeat(1_000), 'ä'.repeat(400)].join('\n');
    const index = open({ version: 3, sources: ['x.js'], sourcesContent: [content], names: [], mappings: 'AAMA' });
    assert.deepEqual(index.find({ line: 1, column: 1 })?.context, {
      before: ['b', 'c', 'd', 'e', 'f'],
      line: 'g'.repeat(300),
      after: ['ä'.repeat(300)],
    });
  });

  it('returns no context for a line that the content does not have', () => {
    const index = open({ version: 3, sources: ['x.js'], sourcesContent: ['a'], names: [], mappings: 'AAEA' });
    assert.equal(index.find({ line: 1, column: 1 })?.line, 3);
    assert.equal(index.find({ line: 1, column: 1 })?.context, undefined);
  });

  it('keeps texts that are names of prototypes', () => {
    const index = open({ version: 3, sources: ['__proto__'], names: ['constructor'], mappings: 'AAAAA' });
    assert.deepEqual(
      [index.find({ line: 1, column: 1 })?.file, index.find({ line: 1, column: 1 })?.name],
      ['__proto__', 'constructor'],
    );
  });

  it('knows which sources are not of the application, and the debug ID in both spellings', () => {
    const map = { version: 3, sources: ['a', 'b'], names: [], mappings: 'AAAA,CCAA', ignoreList: [1] };
    const index = open(map);
    assert.deepEqual(
      [index.find({ line: 1, column: 1 })?.isIgnored, index.find({ line: 1, column: 2 })?.isIgnored],
      [false, true],
    );
    const id = '85314830-023F-4CF1-A267-535F4E37BB17';
    for (const name of ['debugId', 'debug_id'])
      assert.equal(buildSourceMap(JSON.stringify({ ...map, [name]: id })).debugId, id.toLowerCase());
    assert.equal(buildSourceMap(JSON.stringify({ ...map, debugId: 'x' })).debugId, '');
  });

  it('sorts mappings that are not in order', () => {
    const index = open({ version: 3, sources: ['a'], names: [], mappings: 'UAAA,VACA' });
    assert.deepEqual(
      [
        index.find({ line: 1, column: 1 })?.line,
        index.find({ line: 1, column: 11 })?.line,
        index.find({ line: 1, column: 6 })?.line,
      ],
      [2, 1, 2],
    );
  });
});

describe('a hostile source map', () => {
  const map = { version: 3, sources: ['a.js'], names: ['n'], mappings: 'AAAAA' };
  const nested = (depth: number): unknown =>
    depth === 0 ? map : { version: 3, sections: [{ offset: { line: 0, column: 0 }, map: nested(depth - 1) }] };
  const refused: Record<string, unknown> = {
    'cut off': JSON.stringify(map).slice(0, -3),
    'no object': [],
    'no version': { ...map, version: undefined },
    'another version': { ...map, version: '3' },
    'no mappings': { ...map, mappings: undefined },
    'mappings of another type': { ...map, mappings: 7 },
    'sources of another type': { ...map, sources: { length: 1e9 } },
    'names of another type': { ...map, names: 'abc' },
    'a digit that is none': { ...map, mappings: 'AA*A' },
    'a number that is cut off': { ...map, mappings: 'AAAg' },
    'an endless number': { ...map, mappings: 'g'.repeat(1_000_000) + 'A' },
    'a column beyond all': { ...map, mappings: '+//////D' },
    'a negative column': { ...map, mappings: 'D' },
    'a source that is not listed': { ...map, mappings: 'ACAA' },
    'a name that is not listed': { ...map, mappings: 'AAAAC' },
    'two fields': { ...map, mappings: 'AA' },
    'six fields': { ...map, mappings: 'AAAAAA' },
    'endless lines': { ...map, mappings: ';'.repeat(20_000_000) },
    'sections in disorder': {
      version: 3,
      sections: [
        { offset: { line: 5, column: 0 }, map },
        { offset: { line: 4, column: 0 }, map },
      ],
    },
    'sections too deep': nested(6),
    'a section elsewhere': { version: 3, sections: [{ offset: { line: 0, column: 0 }, url: 'http://example.com' }] },
    'a section beyond all': { version: 3, sections: [{ offset: { line: 1e15, column: 0 }, map }] },
    'a section without offset': { version: 3, sections: [{ map }] },
  };
  for (const [name, hostile] of Object.entries(refused))
    it(`refuses a map with ${name} and gives a reason`, () => {
      assert.throws(() => open(hostile), SymbolFileRefusal);
    });

  it('refuses or reads a source map, whatever bytes of a real one change', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 8 }), (changes) => {
        const bytes = Buffer.from(MINIFIED.map);
        for (const [at, value] of changes) bytes[at % bytes.length] = value;
        try {
          const index = open(bytes.toString());
          for (let column = 1; column < 2_000; column += 97) index.find({ line: 1, column });
        } catch (error) {
          assert.ok(error instanceof SymbolFileRefusal, String(error));
        }
      }),
      { numRuns: 300 },
    );
  });
});
