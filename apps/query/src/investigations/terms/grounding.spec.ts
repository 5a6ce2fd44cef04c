import assert from 'node:assert/strict';
import type { Conclusion, Level } from '@svc/investigations';
import fc from 'fast-check';
import { groundConclusion, groundHypotheses, toKnown } from './grounding.js';

const present = (...ids: readonly string[]) => toKnown(ids.map((each) => ({ id: each, finding: 'present' })));

const id = fc.constantFrom('a', 'b', 'c', 'd');
const claim = fc.record({ text: fc.constantFrom('It is broken.', ' ', ''), evidenceIds: fc.array(id) });
const conclusion: fc.Arbitrary<Conclusion> = fc.record({
  level: fc.constantFrom<Level>('confirmed', 'likely', 'inconclusive'),
  text: fc.constant('It is broken.'),
  causes: fc.constant([{ type: 'service' as const, name: 'web' }]),
  claims: fc.array(claim),
  reason: fc.constant(''),
});

describe('the grounding of a conclusion', () => {
  it('keeps only claims that cite evidence which exists, and no other citation', () => {
    fc.assert(
      fc.property(conclusion, fc.uniqueArray(id), (given, ids) => {
        const known = present(...ids);
        for (const { text, evidenceIds } of groundConclusion(given, known).claims) {
          assert.ok(evidenceIds.length > 0 && evidenceIds.every((each) => known.has(each)));
          assert.notEqual(text.trim(), '');
        }
      }),
    );
  });

  it('is inconclusive and names no cause if no claim is left', () => {
    fc.assert(
      fc.property(conclusion, (given) => {
        const { level, causes } = groundConclusion({ ...given, level: 'confirmed' }, present());
        assert.deepEqual([level, causes], ['inconclusive', []]);
      }),
    );
  });

  it('leaves a conclusion as it is whose claims cite what exists', () => {
    const given: Conclusion = {
      level: 'likely',
      text: 'Web is broken.',
      causes: [{ type: 'service', name: 'web' }],
      claims: [{ text: 'Web is broken.', evidenceIds: ['a'] }],
      reason: 'There is no map.',
    };
    assert.deepEqual(groundConclusion(given, present('a')), given);
  });

  it('writes the text again without the claims that it drops', () => {
    const given: Conclusion = {
      level: 'likely',
      text: 'Web and db are broken.',
      causes: [{ type: 'service', name: 'web' }],
      claims: [
        { text: 'Web is broken.', evidenceIds: ['a'] },
        { text: 'Db is broken.', evidenceIds: ['b'] },
      ],
      reason: 'There is no map.',
    };
    const { level, text } = groundConclusion(given, present('a'));
    assert.deepEqual([level, text], ['likely', 'Web is broken.']);
  });

  it('is inconclusive if all that its claims cite is absent', () => {
    const claims = [{ text: 'Nothing was found in db.', evidenceIds: ['a'] }];
    const given: Conclusion = {
      level: 'likely',
      text: 'Web.',
      causes: [{ type: 'service', name: 'web' }],
      claims,
      reason: '',
    };
    const grounded = groundConclusion(given, toKnown([{ id: 'a', finding: 'absent' }]));
    assert.deepEqual([grounded.level, grounded.causes, grounded.claims], ['inconclusive', [], claims]);
    assert.ok(!grounded.text.includes('Web.'));
  });

  it('takes a hypothesis without evidence as a proposal', () => {
    const hypothesis = { id: 'h', cause: { type: 'service', name: 'web' }, text: '', score: 1 } as const;
    const [supported, proposed] = groundHypotheses(
      [
        { ...hypothesis, status: 'supported', evidenceIds: ['a', 'gone'] },
        { ...hypothesis, status: 'supported', evidenceIds: ['gone'] },
      ],
      present('a'),
    );
    assert.deepEqual([supported?.status, supported?.evidenceIds], ['supported', ['a']]);
    assert.deepEqual([proposed?.status, proposed?.evidenceIds], ['proposed', []]);
  });
});
