import assert from 'node:assert/strict';
import type { ReplayAsset } from '@svc/relational';
import { statesOf, type NeededAsset } from './asset-states.js';

const ORIGINS = new Set(['https://cdn.example']);

const ROW: ReplayAsset = {
  projectNumber: 1,
  key: '',
  pin: '',
  url: '',
  kind: 'image',
  depth: 0,
  wantedUntil: new Date(0),
  attempts: 0,
  attemptedAt: null,
  nextAt: null,
  failure: '',
  detail: '',
  sha256: null,
  contentType: '',
  bytes: 0,
  needs: [],
};
const asset = (url: string, row?: Partial<ReplayAsset>): NeededAsset => ({
  url,
  kind: 'image',
  pin: '',
  row: row && { ...ROW, ...row },
});

describe('statesOf', () => {
  it.each<[string, NeededAsset]>([
    ['redacted_address', asset('https://cdn.example/a?v=[REDACTED]')],
    ['redacted_address', asset('https://other.example/a?v=[REDACTED]')],
    ['not_mirrored', asset('https://other.example/a')],
    ['not_mirrored', asset('http://cdn.example/a')],
    ['not_mirrored', asset('https://cdn.example:8443/a')],
    ['not_mirrored', asset('https://cdn.example.evil.example/a')],
    ['not_fetched', asset('https://cdn.example/a')],
    ['pending', asset('https://cdn.example/a', {})],
    ['pending', asset('https://cdn.example/a', { failure: 'not_mirrored' })],
    ['too_large', asset('https://cdn.example/a', { failure: 'too_large' })],
  ])('says %s', (reason, missing) => {
    const { copied, missing: count, reasons, examples } = statesOf([missing], ORIGINS);
    assert.deepEqual([copied, count, reasons], [0, 1, { [reason]: 1 }]);
    assert.equal(examples[0]?.reason, reason);
  });

  it('counts copies, also of an origin that is not allowed any more', () => {
    const { copied, missing } = statesOf([asset('https://other.example/a', { sha256: 'ab' })], ORIGINS);
    assert.deepEqual([copied, missing], [1, 0]);
  });

  it('shows the first twenty of those that are missing', () => {
    const many = Array.from({ length: 30 }, (_, nth) => asset(`https://cdn.example/${nth}`, {}));
    const { missing, examples } = statesOf(many, ORIGINS);
    assert.equal(missing, 30);
    assert.deepEqual(
      examples.map(({ url }) => url),
      many.slice(0, 20).map(({ url }) => url),
    );
  });
});
