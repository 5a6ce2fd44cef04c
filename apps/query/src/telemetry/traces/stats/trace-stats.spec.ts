import assert from 'node:assert/strict';
import fc from 'fast-check';
import { buildForest, type TimedSpan } from '../span-forest/span-forest.js';
import { traceStats } from './trace-stats.js';

function span(id: string, parent: string | undefined, from: number, to: number, others: Partial<TimedSpan> = {}) {
  const [start, end] = [BigInt(from), BigInt(to)];
  return { id, parent, service: 's', name: id, kind: 1, isError: false, start, end, ...others };
}

const computeStats = async (trace: readonly TimedSpan[]) => traceStats(await buildForest(trace));

describe('traceStats', () => {
  it('counts spans, errors and time by service and by operation, most self time first', async () => {
    const { services, operations, ...whole } = await computeStats([
      span('r', undefined, 0, 100, { service: 'shop', name: 'pay' }),
      span('a', 'r', 10, 40, { service: 'bank', name: 'charge', isError: true }),
      span('b', 'r', 30, 60, { service: 'bank', name: 'charge' }),
      span('c', 'b', 50, 90, { service: 'bank', name: 'book' }),
    ]);
    assert.deepEqual([whole.spans, whole.errors, whole.selfTime], [4, 1, 50n + 30n + 20n + 40n]);
    const shown = ({ service, operation, spans, errors, selfTime, totalTime, longest }: (typeof services)[number]) =>
      [service, operation ?? '', spans, errors, selfTime, totalTime, longest].join(' ');
    assert.deepEqual(services.map(shown), ['bank  3 1 90 100 40', 'shop  1 0 50 100 100']);
    assert.deepEqual(operations.map(shown), [
      'bank charge 2 1 50 60 30',
      'shop pay 1 0 50 100 100',
      'bank book 1 0 40 40 40',
    ]);
  });

  it('computes self time as the time in which a span runs and none of its children does', async () => {
    const drawn = fc.array(fc.record({ start: fc.nat(30), duration: fc.nat(30), parent: fc.option(fc.nat(30)) }), {
      minLength: 1,
      maxLength: 14,
    });
    await fc.assert(
      fc.asyncProperty(drawn, async (spans) => {
        const trace = spans.map(({ start, duration, parent }, index) =>
          span(`s${index}`, index === 0 || parent === null ? undefined : `s${parent % index}`, start, start + duration),
        );
        const { operations, services, selfTime } = await computeStats(trace);
        for (const one of trace) {
          const children = trace.filter(({ parent }) => parent === one.id);
          let instants = 0n;
          for (let at = one.start; at < one.end; at++) {
            if (!children.some(({ start, end }) => start <= at && at < end)) instants++;
          }
          assert.equal(operations.find(({ operation }) => operation === one.name)?.selfTime, instants);
        }
        assert.equal(
          services.reduce((sum, group) => sum + group.selfTime, 0n),
          selfTime,
        );
      }),
      { numRuns: 300 },
    );
  });
});
