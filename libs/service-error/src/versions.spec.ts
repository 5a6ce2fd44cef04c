import assert from 'node:assert/strict';
import { requireFound, ServiceError } from './service-error.js';
import { changeVersioned, checkVersion, requireVersion } from './versions.js';

const conflict = (path: string, reason: string) => (error: unknown) => {
  assert.ok(error instanceof ServiceError);
  assert.equal(error.code, 'version_conflict');
  assert.deepEqual(error.details, [{ path, reason }]);
  return true;
};
const notFound = (error: unknown): boolean => error instanceof ServiceError && error.code === 'not_found';
const row = { id: 'a', version: 3n };

describe('requireFound', () => {
  it('returns a record, and refuses an absent one as unknown', () => {
    assert.equal(requireFound(row), row);
    for (const nothing of [undefined, null, false] as const) assert.throws(() => requireFound(nothing), notFound);
  });
});

describe('requireVersion', () => {
  it('returns a record of the expected version, or of any version if none is expected', () => {
    assert.equal(requireVersion(row, 3n), row);
    assert.equal(requireVersion(row, undefined), row);
  });

  it('refuses another version with the current one, and an absent record as unknown', () => {
    const expected = conflict('expected_version', 'is not the current version, which is 3');
    assert.throws(() => requireVersion(row, 2n), expected);
    assert.throws(() => requireVersion(undefined, 3n), notFound);
    assert.throws(() => requireVersion(null, undefined), notFound);
  });
});

describe('checkVersion', () => {
  it('names the field that it is given', () => {
    const expected = conflict('expected_generation', 'is not the current generation, which is 4');
    assert.throws(() => checkVersion(4, 5, 'expected_generation'), expected);
    checkVersion(4, 4, 'expected_generation');
  });
});

describe('changeVersioned', () => {
  it('returns the result of the change without reading the record again', async () => {
    const find = () => assert.fail('it was read');
    assert.equal(await changeVersioned(Promise.resolve(row), find), row);
    assert.equal(await changeVersioned(Promise.resolve(true), find), true);
  });

  it('tells a record of another version from one that does not exist', async () => {
    const expected = conflict('expected_version', 'is not the current version, which is 3');
    for (const nothing of [undefined, null, false] as const) {
      await assert.rejects(
        changeVersioned(Promise.resolve(nothing), () => Promise.resolve(row)),
        expected,
      );
      await assert.rejects(
        changeVersioned(Promise.resolve(nothing), () => Promise.resolve(null)),
        notFound,
      );
    }
  });
});
