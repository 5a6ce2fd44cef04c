import assert from 'node:assert/strict';
import { lookUps } from './stored-chunks.js';

/** A server of ClickHouse refuses a larger field of a form. */
const MAX_FIELD_BYTES = 128 * 1024;

const places = (count: number, sessionId: string, windowId = 'w') =>
  Array.from({ length: count }, (_, seq) => ({ place: { sessionId, windowId, seq } }));
/** An array of texts as a parameter, each character of which may be escaped twice. */
const fieldBytes = (ids: readonly string[]): number =>
  Buffer.byteLength(`[${ids.map((id) => `'${id.replace(/[\\'\t\n]/g, '\\\\\\$&')}'`).join()}]`);

describe('the look-ups of a flush', () => {
  it.each<[string, ReturnType<typeof places>]>([
    ['short IDs', places(4_096, 's', 'w')],
    ['IDs of 200 characters', places(4_096, 's'.repeat(200), 'w'.repeat(200))],
    ['IDs of characters of four bytes', places(4_096, '😀'.repeat(200), '😀'.repeat(200))],
    ['IDs of characters that are escaped', places(4_096, "'".repeat(200), '\\'.repeat(200))],
    ['IDs of which one is large', [...places(300, 's'), ...places(1, 's'.repeat(70_000)), ...places(300, 's')]],
  ])('stay below the limits of a server with %s', (_, chunks) => {
    const found = [...lookUps(chunks)];
    assert.deepEqual(found.flat(), chunks, 'each place once, in their order');
    for (const each of found) {
      assert.ok(each.length > 0 && each.length <= 200);
      assert.ok(fieldBytes(each.map(({ place }) => place.sessionId)) <= MAX_FIELD_BYTES);
      assert.ok(fieldBytes(each.map(({ place }) => place.windowId)) <= MAX_FIELD_BYTES);
    }
  });

  it('are none without chunks, and one for few of them', () => {
    assert.deepEqual([...lookUps([])], []);
    assert.equal([...lookUps(places(200, 's'))].length, 1);
    assert.equal([...lookUps(places(201, 's'))].length, 2);
  });
});
