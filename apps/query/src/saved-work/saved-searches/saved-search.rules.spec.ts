import assert from 'node:assert/strict';
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { SavedSearchesUpdateRequestSchema } from '@svc/contract';
import type { SavedSearch } from '@svc/relational';
import { notFound, versionConflict } from '@svc/service-error';
import { copyName } from '../copy-name.js';
import { toChanges, checkedQuery, refusal } from './saved-search.rules.js';

const viewer = { projectId: 'p', principalId: 'me' };
const search: SavedSearch = {
  id: 's',
  projectId: 'p',
  name: 'Slow checkouts',
  signal: 'traces',
  query: {},
  isShared: true,
  version: 4n,
  createdBy: 'me',
  createdAt: new Date(0),
  updatedAt: new Date(0),
};

describe('the refusal of a change', () => {
  it('answers the same 404 whenever the viewer sees no such search', () => {
    assert.deepEqual(refusal(null, viewer).toBody(), notFound().toBody());
  });

  it("forbids changes of another user's shared search, whatever its version", () => {
    assert.equal(refusal({ ...search, createdBy: 'other' }, viewer).code, 'permission_denied');
  });

  it("reports a conflict on the viewer's own search and names its current version", () => {
    const error = refusal(search, viewer);
    assert.equal(error.code, 'version_conflict');
    assert.deepEqual(error.details, versionConflict(search.version).details);
    assert.deepEqual(error.details, [{ path: 'expected_version', reason: 'is not the current version, which is 4' }]);
  });
});

describe('the changes of an update', () => {
  const changes = (request: MessageInitShape<typeof SavedSearchesUpdateRequestSchema>) =>
    toChanges(create(SavedSearchesUpdateRequestSchema, { expectedVersion: 4n, ...request }));

  it('changes the fields that are present, including false and empty ones', () => {
    assert.deepEqual(changes({ isShared: false, query: {} }), {
      name: undefined,
      signal: undefined,
      query: {},
      isShared: false,
    });
  });

  it('rejects an update without changes', () => {
    assert.throws(() => changes({}), { code: 'invalid_request' });
    assert.throws(() => changes({ version: 4n }), { code: 'invalid_request' });
  });

  it('rejects changes of a search that was read at another version', () => {
    assert.equal(changes({ version: 4n, name: 'n' }).name, 'n');
    assert.throws(() => changes({ version: 3n, name: 'n' }), {
      details: [{ path: 'version', reason: 'must equal expected_version' }],
    });
  });
});

describe('the name of a copy', () => {
  it('appends a suffix to the original name, within the limit', () => {
    assert.equal(copyName('Slow checkouts'), 'Slow checkouts (copy)');
    assert.equal([...copyName('x'.repeat(200))].length, 200);
    assert.equal(copyName('x'.repeat(193)), `${'x'.repeat(193)} (copy)`);
  });

  it('cuts a name between characters', () => {
    assert.equal(copyName('😀'.repeat(200)), `${'😀'.repeat(193)} (copy)`);
  });
});

describe('the document of a search', () => {
  it('limits the document in bytes, not in characters', () => {
    assert.deepEqual(checkedQuery({ a: 'x'.repeat(65_528) }), { a: 'x'.repeat(65_528) });
    assert.throws(() => checkedQuery({ a: 'x'.repeat(65_529) }), { code: 'invalid_request' });
    assert.throws(() => checkedQuery({ a: 'é'.repeat(40_000) }), { code: 'invalid_request' });
  });
});
