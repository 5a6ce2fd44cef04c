import assert from 'node:assert/strict';
import { guessPlace, unpackEvents } from '@svc/replay';
import { requestHash } from '../receive/append-once.js';
import { claimHash } from './chunk-claims.js';
import { chunk, snapshot } from './recorder.fixture.js';
import { createReplayPool, type ReplayPool } from './replay-pool.js';

const MIB = 1024 * 1024;
const owner = { projectNumber: 1, keyId: 'k' };

describe('the threads for bodies of recorders', () => {
  let pool: ReplayPool;
  beforeAll(() => {
    pool = createReplayPool();
  });
  afterAll(() => pool.close());

  /** A class is kept byte for byte, and random characters are compressed little. */
  const large = (): Buffer => {
    const name = Array.from({ length: 2 * MIB }, () => String.fromCharCode(97 + Math.floor(Math.random() * 26))).join(
      '',
    );
    const node = { type: 2, id: 7, tagName: 'p', attributes: { class: name }, childNodes: [] };
    const page = { type: 2, timestamp: Date.now(), data: { node, initialOffset: { left: 0, top: 0 } } };
    return Buffer.from(JSON.stringify(chunk({ events: [page] })));
  };

  it('get a large body without copying it, and give its content back', async () => {
    const body = large();
    const [copy, hash, place] = [Buffer.from(body), claimHash(body), guessPlace(body)];
    const work = await pool.prepare(owner, body, { place });
    assert.equal(body.byteLength, 0, 'it was moved');
    assert.ok(work.found === 'chunk');
    const { content, bytes } = work.chunk;
    assert.ok(content.byteLength > MIB && content.byteLength === content.buffer.byteLength);
    assert.deepEqual([work.hash, work.contentHash], [hash, requestHash(content)]);
    const [event] = await unpackEvents(content, bytes);
    const name = /"class":"([a-z]+)"/.exec(event?.text ?? '')?.[1] ?? '';
    assert.ok(name.length === 2 * MIB && copy.includes(name));
  });

  it('give a body back whose place was guessed wrong', async () => {
    const body = large();
    const copy = Buffer.from(body);
    const place = { ...guessPlace(body), seq: 7 };
    const work = await pool.prepare(owner, body, { place });
    assert.ok(work.found === 'place');
    assert.deepEqual(work.place, guessPlace(copy));
    assert.ok(copy.equals(work.body));
  });

  it('read nothing of a body that was answered before, and all of another one', async () => {
    const body = large();
    const place = guessPlace(body);
    const answeredHash = claimHash(body);
    assert.deepEqual(await pool.prepare(owner, Buffer.from(body), { place, answeredHash }), { found: 'repeat' });
    assert.equal((await pool.prepare(owner, large(), { place, answeredHash })).found, 'chunk');
  });

  it('copy a small body, whose memory may have others in it', async () => {
    const body = Buffer.from(JSON.stringify(chunk({ events: [snapshot(Date.now())] })));
    const work = await pool.prepare(owner, body, { place: guessPlace(body) });
    assert.ok(work.found === 'chunk' && body.byteLength > 0);
  });
});
