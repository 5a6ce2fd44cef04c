import assert from 'node:assert/strict';
import { drawChart } from './chart.js';
import { toMeasurements } from './measurements.js';

const AT = { commit: 'abc1234', measuredAt: '2026-11-23T00:00:00.000Z' };

describe('the history of figures', () => {
  it('takes the drawn values of a line, and their names', () => {
    const line = JSON.stringify({
      figure: 'half_load',
      signal: 'logs',
      acknowledgeMs: { p50: 3, p99: 40 },
      refused: 0,
      conditions: { cpu: 'fast', load: 1.5, p50Ms: 1 },
    });
    assert.deepEqual(toMeasurements('ingest', line, AT), [
      { figure: 'ingest: half_load, logs, acknowledgeMs.p99', value: 40, ...AT, cpu: 'fast', load: 1.5 },
    ]);
    for (const other of ['', 'no figure', '5', 'null']) assert.deepEqual(toMeasurements('ingest', other, AT), []);
  });

  it('draws a point for each measurement, without markup of its own in names', () => {
    const values = [3, 4, 2].map((value, day) => ({
      figure: 'a<b',
      value,
      commit: 'abc',
      measuredAt: `2026-11-2${day}T00:00:00.000Z`,
      cpu: '',
      load: 1,
    }));
    const svg = drawChart('a<b', values);
    assert.equal(svg.match(/<circle /g)?.length, 3);
    assert.match(svg, /a&lt;b: 2</);
    assert.doesNotMatch(svg, /NaN|undefined/);
    assert.doesNotMatch(drawChart('one', values.slice(0, 1)), /NaN|undefined/);
  });
});
