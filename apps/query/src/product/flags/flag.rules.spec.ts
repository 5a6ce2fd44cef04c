import assert from 'node:assert/strict';
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { FlagsUpdateRequestSchema } from '@svc/contract';
import type { FlagDefinition } from '@svc/flags';
import { ServiceError } from '@svc/service-error';
import { changedDefinition } from './flag.rules.js';

const FLAG: FlagDefinition = {
  key: 'f',
  name: 'Flag',
  active: true,
  type: 'multivariate',
  variants: [{ key: 'a', weight: 100 }],
  default_variant: 'a',
  filters: { groups: [{ conditions: [] }] },
  tags: ['old'],
  version: 3,
};

const change = (request: MessageInitShape<typeof FlagsUpdateRequestSchema>) =>
  changedDefinition(FLAG, create(FlagsUpdateRequestSchema, { flagKey: 'f', ...request }));

describe('a flag update', () => {
  it('keeps fields that it does not name, and increments the version', () => {
    assert.deepEqual(change({ active: false }), { ...FLAG, active: false, version: 4 });
    assert.deepEqual(change({ key: 'f', tags: ['new'] }), { ...FLAG, tags: ['new'], version: 4 });
  });

  it('removes the default variant with the variants', () => {
    const { default_variant: _, ...rest } = FLAG;
    assert.deepEqual(change({ type: 'boolean' }), { ...rest, type: 'boolean', variants: [], version: 4 });
  });

  it('reads a condition on a cohort without an operator as membership', () => {
    const conditions = [
      { type: 'cohort', key: 'c' },
      { type: 'cohort', key: 'c', operator: 'not_in' },
    ];
    const operators = change({ filters: { groups: [{ conditions }] } }).filters.groups[0]?.conditions;
    assert.deepEqual(
      operators?.map(({ operator }) => operator),
      ['in', 'not_in'],
    );
  });

  it('names the operators of the type of a condition without an operator', () => {
    const conditions = [{ type: 'flag', key: 'g' }];
    assert.throws(
      () => change({ filters: { groups: [{ conditions }] } }),
      /operator: must be one of eq, neq, in, not_in$/,
    );
  });

  const refused: [string, Parameters<typeof change>[0], RegExp][] = [
    ['of its key', { key: 'g', active: false }, /^key: cannot be changed/],
    ['of its key alone', { key: 'g' }, /^key: cannot be changed/],
    ['of nothing', {}, /^Nothing to change/],
    ['of its key to the one it has', { key: 'f' }, /^Nothing to change/],
    ['to weights that are not 100', { variants: [{ key: 'a', weight: 99 }] }, /^variants/],
  ];
  for (const [what, request, message] of refused)
    it(`rejects a change ${what}`, () => {
      assert.throws(
        () => change(request),
        (error) => error instanceof ServiceError && error.code === 'invalid_request' && message.test(error.message),
      );
    });
});
