import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { TimedSpan } from '../span-forest/span-forest.js';
import type { CriticalPath } from './critical-path.js';
import { pathByBruteForce } from './critical-path.oracle.js';
import { pathTotals } from './path-totals.js';
import { computePath, INTERNAL, span } from './trace.fixture.js';

const [PRODUCER, CONSUMER] = [4, 5];
const shown = ({ segments }: CriticalPath): string =>
  segments.map(({ span: of, start, end }) => `${of?.id ?? '-'} ${start}-${end}`).join(', ');
const warned = ({ warnings }: CriticalPath): string[] =>
  warnings.map(({ kind, count, spanIds }) => `${kind} ${count} ${spanIds.join(' ')}`);

describe('criticalPath', () => {
  it('goes back from the child that finished last to the one that ended before it began', async () => {
    const path = await computePath([
      span('r', undefined, 0, 100),
      span('a', 'r', 10, 40),
      span('b', 'r', 20, 60),
      span('c', 'r', 65, 90),
      span('d', 'b', 30, 50),
    ]);
    assert.equal(shown(path), 'r 0-20, b 20-30, d 30-50, b 50-60, r 60-65, c 65-90, r 90-100');
    assert.deepEqual([path.root?.id, path.start, path.end, path.warnings], ['r', 0n, 100n, []]);
  });

  it('uses copies clamped to the parent, and reports it', async () => {
    const trace = [
      span('r', undefined, 10, 100),
      span('a', 'r', 60, 140),
      span('b', 'r', 0, 40),
      span('c', 'b', 2, 30),
    ];
    const before = structuredClone(trace);
    const path = await computePath(trace);
    assert.equal(shown(path), 'c 10-30, b 30-40, r 40-60, a 60-100');
    assert.deepEqual(warned(path), ['clock_skew 1 b', 'clamped 1 a']);
    assert.deepEqual(trace, before);
  });

  it('leaves out independent spans: a child after its parent, a consumer that outlives its producer', async () => {
    const after = [span('r', undefined, 0, 50), span('late', 'r', 60, 90), span('before', 'r', -9, -5)];
    assert.equal(shown(await computePath(after)), 'r 0-50');
    const queue = (end: number) => [
      span('r', undefined, 0, 50),
      span('p', 'r', 10, 40, PRODUCER),
      span('c', 'p', 15, end, CONSUMER),
    ];
    assert.equal(shown(await computePath(queue(45))), 'r 0-10, p 10-40, r 40-50');
    assert.equal(shown(await computePath(queue(38))), 'r 0-10, p 10-15, c 15-38, p 38-40, r 40-50');
  });

  it('keeps orphans: under the only root, or next to each other if none arrived', async () => {
    const path = await computePath([span('r', undefined, 0, 100), span('o', 'lost', 20, 60)]);
    assert.equal(shown(path), 'r 0-20, o 20-60, r 60-100');
    assert.deepEqual(warned(path), ['orphan 1 o']);
    const rootless = await computePath([span('o', 'lost', 10, 50), span('q', 'lost too', 60, 90)]);
    assert.equal(shown(rootless), 'o 10-50, - 50-60, q 60-90');
    assert.deepEqual([rootless.root, rootless.start, rootless.end], [undefined, 10n, 90n]);
  });

  it('runs over several roots, the earlier until the later begins', async () => {
    const path = await computePath([
      span('r', undefined, 0, 100),
      span('s', undefined, 90, 120),
      span('a', 'r', 30, 95),
      span('t', undefined, 130, 140),
    ]);
    assert.equal(shown(path), 'r 0-30, a 30-90, s 90-120, - 120-130, t 130-140');
    assert.deepEqual(warned(path), ['multiple_roots 3 t s r']);
  });

  it('survives cycles and repeated ids, with every span in exactly one place', async () => {
    const cycle = [span('a', 'b', 0, 100), span('b', 'a', 10, 90), span('c', 'c', 200, 210), span('d', 'a', 95, 99)];
    const path = await computePath(cycle);
    assert.equal(path.end - path.start, 210n);
    assert.deepEqual(
      path.warnings.filter(({ kind }) => kind === 'cycle').map(({ count }) => count),
      [2],
    );
    const twice = [span('r', undefined, 0, 100), span('a', 'r', 0, 40), span('a', 'r', 40, 80), span('b', 'a', 50, 60)];
    assert.equal(shown(await computePath(twice)), 'a 0-40, a 40-50, b 50-60, a 60-80, r 80-100');
  });

  it('returns an empty path for a trace without duration', async () => {
    assert.deepEqual((await computePath([span('r', undefined, 5, 5), span('a', 'r', 5, 5)])).segments, []);
  });
});

/** IDs are the order of the spans, so a parent is any other span, the span itself, a missing span, or none. */
const traces = fc
  .array(
    fc.record({
      start: fc.integer({ min: 0, max: 30 }),
      duration: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 30 })),
      parent: fc.oneof(
        { weight: 1, arbitrary: fc.constant(undefined) },
        { weight: 1, arbitrary: fc.constant('lost') },
        { weight: 8, arbitrary: fc.nat({ max: 30 }) },
      ),
      kind: fc.constantFrom(INTERNAL, PRODUCER, CONSUMER),
    }),
    { minLength: 1, maxLength: 14, size: 'max' },
  )
  .map((drawn) =>
    drawn.map(({ start, duration, parent, kind }, index): TimedSpan => {
      const earlier = typeof parent === 'number' ? (index === 0 ? undefined : `s${parent % index}`) : parent;
      return span(`s${index}`, earlier, start, start + duration, kind);
    }),
  );

describe('criticalPath of any trace', () => {
  it('equals the oracle for a thousand random traces', async () => {
    await fc.assert(
      fc.asyncProperty(traces, async (trace) => {
        const path = await computePath(trace);
        const expected = pathByBruteForce(trace);
        const owners: string[] = [];
        for (const { span: of, start, end } of path.segments) {
          assert.ok(end > start);
          for (let instant = start; instant < end; instant++) owners.push(of?.id ?? '-');
        }
        assert.deepEqual(owners, expected.owners);
        assert.deepEqual([path.start, path.end], [BigInt(expected.start), BigInt(expected.end)]);
      }),
      { numRuns: 1_000 },
    );
  });

  it('sums exactly to the duration, in nanoseconds beyond the precision of a double', async () => {
    const base = 1_795_200_000_123_456_789n;
    await fc.assert(
      fc.asyncProperty(traces, fc.bigInt({ min: 1n, max: 10n ** 15n }), async (trace, unit) => {
        const fine = trace.map((one) => ({ ...one, start: base + one.start * unit, end: base + one.end * unit }));
        const { segments, start, end } = await computePath(fine);
        assert.equal(
          segments.reduce((sum, segment) => sum + segment.end - segment.start, 0n),
          end - start,
        );
        const { services, operations, uncovered } = await pathTotals({ segments });
        for (const groups of [services, operations]) {
          assert.equal(
            groups.reduce((sum, { selfTime }) => sum + selfTime, uncovered),
            end - start,
          );
        }
        let at = start;
        for (const segment of segments) {
          assert.equal(segment.start, at);
          at = segment.end;
        }
      }),
      { numRuns: 200 },
    );
  });
});
