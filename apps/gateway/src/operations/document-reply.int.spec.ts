import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { eventually } from '@svc/testing';
import fastify, { type FastifyInstance } from 'fastify';
import { JsonBuffers } from '../flags/json/json-bytes.js';
import { lentDocument, sendDocument } from './document-reply.js';

/** More than the buffers of two sockets hold. */
const LARGE_CHARACTERS = 16 * 1024 * 1024;

describe('A document whose bytes are lent', () => {
  let server: FastifyInstance;
  let port: number;
  let given = 0;
  beforeAll(async () => {
    const buffers = new JsonBuffers();
    server = fastify();
    server.get<{ Params: { letter: string; length: string } }>('/:letter/:length', async (request, reply) => {
      const json = buffers.take();
      json.text(request.params.letter.repeat(Number(request.params.length)));
      // Others write their answers in between.
      await setImmediate();
      const done = (): void => {
        given += 1;
        // Simulates the earliest reuse of the bytes by the next answer.
        json.view.fill(0x3f);
        buffers.giveBack(json);
      };
      sendDocument(lentDocument(json.view, done), request, reply);
      return reply;
    });
    await server.listen({ port: 0, host: '127.0.0.1' });
    port = (server.server.address() as AddressInfo).port;
  });
  afterAll(() => server.close());
  beforeEach(() => {
    given = 0;
  });

  it('arrives as it was written, whatever is answered meanwhile', async () => {
    const letters = [...'abcdefghijklmnopqrstuvwxyz'];
    for (const length of [10, 8 * 1024, 8 * 1024 + 1, 100_000]) {
      given = 0;
      const texts = await Promise.all(
        letters.map(async (letter) => (await fetch(`http://127.0.0.1:${port}/${letter}/${length}`)).text()),
      );
      assert.deepEqual(
        texts.map((text) => text === text.charAt(0).repeat(length) && text.charAt(0)),
        letters,
      );
      await eventually('each is given back', () => given === letters.length);
    }
  });

  it('does not give the bytes back before a slow reader has taken all of them', async () => {
    const slow = connect(port, '127.0.0.1');
    slow.pause().write(`GET /z/${LARGE_CHARACTERS} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
    const fast = await fetch(`http://127.0.0.1:${port}/y/100000`);
    assert.equal((await fast.text()).replaceAll('y', ''), '');
    await eventually('the fast one is given back', () => given === 1);
    let others = 0;
    let all = 0;
    let isBody = false;
    slow.on('data', (piece: Buffer) => {
      const body = isBody ? piece : piece.subarray(piece.indexOf('\r\n\r\n') + 4);
      isBody = true;
      all += body.length;
      for (const byte of body) if (byte !== 0x7a) others += 1;
    });
    slow.resume();
    await once(slow, 'close');
    assert.deepEqual({ all, others }, { all: LARGE_CHARACTERS, others: 0 });
    await eventually('the slow one is given back', () => given === 2);
  });

  it('stops reading the bytes once the reader has left', async () => {
    const leaving = connect(port, '127.0.0.1');
    leaving.pause().write(`GET /z/${LARGE_CHARACTERS} HTTP/1.1\r\nhost: x\r\n\r\n`);
    await fetch(`http://127.0.0.1:${port}/y/10`).then((answer) => answer.text());
    leaving.destroy();
    const next = await fetch(`http://127.0.0.1:${port}/y/100000`);
    assert.equal((await next.text()).replaceAll('y', ''), '');
  });
});
