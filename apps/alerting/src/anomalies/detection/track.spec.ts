import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Assessment } from './assessment.js';
import { WINDOW_MS } from './slots.js';
import { step, type Track } from './track.js';

const assessment = (score: number): Assessment => ({
  observed: 100 + 10 * score,
  expected: 100,
  score,
  basis: 'weeks',
  direction: score < 0 ? 'down' : 'up',
});

/** One letter for each window: o opened, O opened as critical, + continued, r resolved, a dot for nothing; a missing window is a space. */
function play(scores: readonly (number | undefined)[], goneAt = Infinity): string {
  let track: Track | undefined;
  let history = '';
  for (const [index, score] of scores.entries()) {
    if (score === undefined) {
      history += ' ';
      continue;
    }
    const next = step(track, index * WINDOW_MS, assessment(score), 'up', index < goneAt);
    track = next.track;
    const { change } = next;
    if (change?.kind === 'open' && track) track = { ...track, finding: `f${index}` };
    history += change ? { open: 'o', continue: '+', resolve: 'r' }[change.kind] : '.';
    if (change?.kind === 'open' && change.severity === 'critical') history = `${history.slice(0, -1)}O`;
  }
  return history;
}

/** Name, scores, what happens. */
const TABLE: readonly (readonly [string, readonly (number | undefined)[], string])[] = [
  ['needs three of five windows', [5, 5, 0, 0, 5], '....o'],
  ['does not open with two of five', [5, 5, 0, 0, 0, 5, 5], '.......'],
  ['is critical with three critical windows', [7, 7, 7], '..O'],
  ['is a warning with two critical windows', [7, 5, 7, 5], '..o+'],
  ['ignores scores below four', [3.9, 3.9, 3.9, 3.9, 3.9], '.....'],
  ['continues while it deviates', [5, 5, 5, 0, 0, 5, 0, 5], '..o..+.+'],
  ['resolves after six normal windows in a row', [5, 5, 5, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0], '..o.....+.....r'],
  ['waits between three and four', [5, 5, 5, 0, 0, 0, 0, 0, 3.5, 3.5, 0], '..o.......r'],
  ['counts a deviation in the other direction as normal', [5, 5, 5, -9, -9, -9, -9, -9, -9], '..o.....r'],
  ['resolves nothing by windows that were not measured', [5, 5, 5, ...Array<undefined>(8), 0, 5], '..o        .+'],
  ['opens again after a resolution', [5, 5, 5, 0, 0, 0, 0, 0, 0, 5, 5, 5], '..o.....r..o'],
  ['forgets windows that are old, also over a gap', [5, 5, ...Array<undefined>(4), 5, 5, 5], '..    ..o'],
];

describe('the track of a series', () => {
  for (const [name, scores, history] of TABLE) it(name, () => assert.equal(play(scores), history));

  it('reports a finding that was resolved by hand again only after a normal window', () => {
    assert.equal(play([5, 5, 5, 5, 5, 5, 5, 5], 3), '..o.....');
    // A finding that opens later is never active here, so it is muted in turn.
    assert.equal(play([5, 5, 5, 5, 0, 5, 5, 5], 3), '..o....o');
  });

  it('never opens a finding while there is one, and never resolves or continues without one', () => {
    const score = fc.option(fc.double({ min: -10, max: 10, noNaN: true }), { nil: undefined });
    fc.assert(
      fc.property(fc.array(score, { maxLength: 100 }), (scores) => {
        const changes = play(scores).replaceAll(/[ .]/g, '');
        assert.match(changes, /^([oO]\+*r)*([oO]\+*)?$/);
      }),
    );
  });

  it('remembers nothing once all is normal', () => {
    assert.equal(step(undefined, 0, assessment(0), 'up', false).track, undefined);
    const opened = step(undefined, 0, assessment(5), 'up', false).track;
    assert.equal(step(opened, 5 * WINDOW_MS, assessment(0), 'up', false).track, undefined);
  });
});
