import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readFields, writeFields } from '../url/codec.js';
import { ISSUES_FIELDS, SORTS, STATUSES, type IssuesState } from './fields.js';

describe('The address of the list of issues', () => {
  it('names unresolved issues without a parameter, and all issues by a word', () => {
    const read = (status: readonly string[]) => readFields(ISSUES_FIELDS, { status }).status;
    assert.deepEqual(read([]), ['new', 'ongoing']);
    assert.deepEqual(read(['all']), []);
    assert.deepEqual(read(['resolved']), ['resolved']);
    assert.deepEqual(read(['nonsense']), ['new', 'ongoing']);
  });

  it('keeps every state', () => {
    const texts = fc.array(fc.string({ minLength: 1 }), { maxLength: 3 });
    const fields: { readonly [name in keyof IssuesState]: fc.Arbitrary<IssuesState[name]> } = {
      q: fc.string(),
      status: fc.subarray([...STATUSES]),
      service: texts,
      release: texts,
      assignee: fc.option(fc.string({ minLength: 1 }), { nil: undefined }),
      sort: fc.constantFrom(...SORTS),
      open: fc.option(fc.string({ minLength: 1 }), { nil: undefined }),
    };
    const state = fc.record(fields, { noNullPrototype: true });
    fc.assert(
      fc.property(state, (values) => {
        assert.deepEqual(readFields(ISSUES_FIELDS, writeFields(ISSUES_FIELDS, values)), values);
      }),
    );
  });
});
