import assert from 'node:assert/strict';
import { forecastFromHistory, forecastFromProject } from './forecast.js';

const WEEK = Array.from({ length: 168 }, (_, hour) => Math.floor(hour / 24));
const createWeek = (count: (hour: number) => number): number[] => WEEK.map((_, hour) => count(hour));

describe('the forecast of an issue', () => {
  it('expects five times the hourly events of an even issue, or nine times if that is more', () => {
    const { threshold, spikeLimit, burstyLimit, mean, standardDeviation } = forecastFromHistory(
      createWeek(() => 20),
      WEEK,
      0,
    );
    assert.deepEqual([mean, standardDeviation, spikeLimit, burstyLimit], [20, 0, 100, 120]);
    assert.equal(threshold, 120);
  });

  it('grows less above the maximum of an issue that happens in bursts', () => {
    const bursty = forecastFromHistory(
      createWeek((hour) => (hour % 24 === 0 ? 480 : 0)),
      WEEK,
      0,
    );
    assert.equal(bursty.spikeLimit, 960);
    assert.equal(bursty.burstyLimit, 20 + 8 * 20);
    assert.equal(bursty.threshold, 960);
  });

  it('counts hours of the same day of the week twice', () => {
    const sunday = createWeek((hour) => (hour < 24 ? 80 : 0));
    const [same, other] = [forecastFromHistory(sunday, WEEK, 0), forecastFromHistory(sunday, WEEK, 3)];
    assert.equal(same.weightedMean, (2 * 24 * 80) / (2 * 24 + 144));
    assert.equal(other.weightedMean, (24 * 80) / (2 * 24 + 144));
  });

  it('expects ten times the maximum with less than a week of history', () => {
    const { threshold, hours } = forecastFromHistory([3, 0, 5], [1, 1, 1], 1);
    assert.deepEqual([threshold, hours], [50, 3]);
  });

  it('expects at least ten events an hour', () => {
    assert.equal(forecastFromHistory([], [], 0).threshold, 10);
    assert.equal(
      forecastFromHistory(
        createWeek(() => 0),
        WEEK,
        0,
      ).threshold,
      10,
    );
    assert.equal(forecastFromProject(0).threshold, 10);
    assert.equal(forecastFromProject(42).threshold, 42);
  });
});
