import assert from 'node:assert/strict';
import type { AlertRuleTestSeries } from '../../gen/api.js';
import { toFirings, toLines } from './firings.js';

const at = (minute: number): string => new Date(minute * 60_000).toISOString();

/** @param phases the first letter of the phase of each minute. */
function series(name: string, phases: string): AlertRuleTestSeries {
  const full = { i: 'inactive', p: 'pending', f: 'firing' } as Readonly<Record<string, string>>;
  return {
    labels: { service_name: name, alertname: 'Slow' },
    windows: [...phases].map((letter, minute) => ({
      at: at(minute),
      value: minute,
      samples: 1,
      verdict: letter === 'i' ? 'ok' : 'breach',
      phase: full[letter] ?? '',
    })),
  };
}

describe('A test of a rule', () => {
  it('says from when until when it would have fired', () => {
    const firings = toFirings({ series: [series('b', 'iipffi'), series('a', 'fiiiff')] });
    assert.deepEqual(
      firings.map(({ series: name, startMs, endMs, isOpen }) => [name, startMs / 60_000, endMs / 60_000, isOpen]),
      [
        ['service_name=a', 0, 1, false],
        ['service_name=b', 3, 5, false],
        ['service_name=a', 4, 5, true],
      ],
    );
  });

  it('draws the series that would have fired first, and says how many are left out', () => {
    const quiet = Array.from({ length: 9 }, (_, nth) => series(`quiet-${nth}`, 'iii'));
    const { times, lines, left } = toLines({ series: [...quiet, series('loud', 'iff')] }, [5]);
    assert.equal(lines[0]?.name, 'service_name=loud');
    assert.equal(lines.length, 9);
    assert.equal(lines.at(-1)?.name, 'Threshold');
    assert.deepEqual([times.length, left], [3, 2]);
  });
});
