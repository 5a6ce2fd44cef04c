import assert from 'node:assert/strict';
import { episodeChange } from './channel-health.js';

const record = (outcomes: string, unhealthySince: Date | null = null) => ({
  outcomes,
  consecutiveFailures: outcomes.length - (outcomes.lastIndexOf('+') + 1),
  unhealthySince,
});

describe('an episode of ill health', () => {
  it('begins with five failures in a row', () => {
    assert.equal(episodeChange(record('----')), undefined);
    assert.equal(episodeChange(record('+-----')), 'begins');
  });

  it('begins when more than half of the last twenty attempts failed', () => {
    assert.equal(episodeChange(record('+-'.repeat(10))), undefined);
    assert.equal(episodeChange(record(`${'+--'.repeat(7)}`)), 'begins');
  });

  it('ends after five successes, and does not begin again with the next failure', () => {
    const since = new Date();
    assert.equal(episodeChange(record(`-----${'+'.repeat(4)}`, since)), undefined);
    assert.equal(episodeChange(record(`${'-'.repeat(90)}${'+'.repeat(5)}`, since)), 'ends');
    assert.equal(episodeChange(record(`${'-'.repeat(90)}${'+'.repeat(5)}-`)), undefined);
  });

  it('neither begins nor ends while it lasts', () => {
    assert.equal(episodeChange(record('-'.repeat(50), new Date())), undefined);
  });
});
