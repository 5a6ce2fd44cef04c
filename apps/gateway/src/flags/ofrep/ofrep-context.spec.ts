import assert from 'node:assert/strict';
import { InvalidContext, readContext } from './ofrep-context.js';

const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`type${index}`, 'x']));
/** Deeper than a request may nest. */
const deep = JSON.parse(`${'['.repeat(40)}${']'.repeat(40)}`) as unknown;

describe('the context of an evaluation', () => {
  it('reads the person who asks, and unknown properties as properties of the person', () => {
    const properties = { plan: 'pro', age: 5, tags: ['a', null], nested: { a: true } };
    const context = { targetingKey: 'é'.repeat(100), $groups: many(50), $send_exposure: true, ...properties };
    const { distinctId, groups, sendExposure, personProperties } = readContext(context);
    assert.deepEqual(
      { targetingKey: distinctId, $groups: groups, $send_exposure: sendExposure, ...personProperties },
      context,
    );
    assert.deepEqual(readContext({ targetingKey: 'a', $groups: null }).groups, {});
    assert.equal(readContext({ targetingKey: 'a', $send_exposure: null }).sendExposure, false);
  });

  const cases: [string, unknown, InvalidContext['code']][] = [
    ['no object', [], 'INVALID_CONTEXT'],
    ['nothing', undefined, 'INVALID_CONTEXT'],
    ['no targetingKey', {}, 'TARGETING_KEY_MISSING'],
    ['an empty targetingKey', { targetingKey: '' }, 'TARGETING_KEY_MISSING'],
    ['a targetingKey of null', { targetingKey: null }, 'TARGETING_KEY_MISSING'],
    ['a targetingKey that is no text', { targetingKey: 5 }, 'INVALID_CONTEXT'],
    ['a targetingKey of 201 bytes', { targetingKey: `${'é'.repeat(100)}x` }, 'INVALID_CONTEXT'],
    ['a targetingKey with a control character', { targetingKey: 'a\u0007' }, 'INVALID_CONTEXT'],
    ['a targetingKey with half of a pair', { targetingKey: 'a\ud800' }, 'INVALID_CONTEXT'],
    ['groups that are no object', { targetingKey: 'a', $groups: ['x'] }, 'INVALID_CONTEXT'],
    ['a group that is no text', { targetingKey: 'a', $groups: { company: 5 } }, 'INVALID_CONTEXT'],
    ['a group of 201 bytes', { targetingKey: 'a', $groups: { company: 'x'.repeat(201) } }, 'INVALID_CONTEXT'],
    ['a type of 201 bytes', { targetingKey: 'a', $groups: { ['x'.repeat(201)]: 'a' } }, 'INVALID_CONTEXT'],
    ['51 groups', { targetingKey: 'a', $groups: many(51) }, 'INVALID_CONTEXT'],
    ['a $send_exposure that is no boolean', { targetingKey: 'a', $send_exposure: 'yes' }, 'INVALID_CONTEXT'],
    ['a property that nests too deep', { targetingKey: 'a', deep }, 'INVALID_CONTEXT'],
  ];
  for (const [what, context, code] of cases)
    it(`refuses ${what}`, () => {
      assert.throws(
        () => readContext(context),
        (error) => error instanceof InvalidContext && error.code === code,
      );
    });
});
