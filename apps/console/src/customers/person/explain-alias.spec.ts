import assert from 'node:assert/strict';
import { explainAlias, explainRefusal } from './explain-alias.js';

describe('aliases of a person', () => {
  it.each([
    [{ is_canonical: true }, 'The ID of the person, to which the others are linked.'],
    [
      { is_canonical: false, linked_to: 'ada', event: 'identify' },
      'Linked to ada by the event “identify” with both IDs.',
    ],
    [{ is_canonical: false, linked_to: 'ada' }, 'Linked to ada.'],
    [{ is_canonical: false }, 'Linked.'],
  ])('say why an ID belongs to it: %j', (alias, expected) => {
    assert.equal(explainAlias({ distinct_id: 'x', ...alias }), expected);
  });

  it.each([
    ['undone', 'the link was removed, and later events do not restore it'],
    ['too_many_aliases', 'the person has 1,000 IDs, which is the limit'],
    ['later_reason', 'later_reason'],
  ])('say why a link was refused: %s', (reason, words) => {
    const link = { anon_distinct_id: 'b', distinct_id: 'ada', event: 'identify', message_id: 'm', reason };
    assert.equal(explainRefusal(link), `Not linked to ada by “identify”: ${words}.`);
  });
});
