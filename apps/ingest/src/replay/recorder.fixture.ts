import { create } from '@bufbuild/protobuf';
import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import { OpenRecordingResponseSchema } from '@svc/contract';
import { generateKey } from '@svc/encryption';
import type { OpenAtGateway } from './recorded-sessions.js';

/** The gateway as recordings see it: sessions with a key each, which can be deleted. */
export class SessionKeys {
  readonly #sessions = new Map<string, { key: string; readonly startedAtMs: number }>();

  constructor(private readonly clock: () => number) {}

  readonly open: OpenAtGateway = ({ projectNumber, sessionId, retentionDays }) => {
    const name = `${projectNumber}/${sessionId}`;
    const session = this.#sessions.get(name) ?? { key: generateKey('session'), startedAtMs: this.clock() };
    this.#sessions.set(name, session);
    const { key, startedAtMs } = session;
    return Promise.resolve(
      create(OpenRecordingResponseSchema, { key, startedAt: timestampFromMs(startedAtMs), retentionDays }),
    );
  };

  keyOf(projectNumber: number, sessionId: string): string {
    return this.#sessions.get(`${projectNumber}/${sessionId}`)?.key ?? '';
  }

  delete(projectNumber: number, sessionId: string): void {
    const session = this.#sessions.get(`${projectNumber}/${sessionId}`);
    if (session) session.key = '';
  }
}

/** A full snapshot of a page with a heading, an input and a text that anybody may edit. */
export const snapshot = (timestamp: number, heading = 'Cart') => ({
  type: 2,
  timestamp,
  data: {
    node: {
      type: 0,
      id: 1,
      childNodes: [
        element(2, 'h1', {}, [{ type: 3, id: 3, textContent: heading }]),
        element(4, 'input', { type: 'text', value: 'hunter2secret' }, []),
        element(5, 'div', { contenteditable: 'true' }, [{ type: 3, id: 6, textContent: 'draft' }]),
      ],
    },
    initialOffset: { left: 0, top: 0 },
  },
});

const element = (id: number, tagName: string, attributes: object, childNodes: readonly object[]) => ({
  type: 2,
  id,
  tagName,
  attributes,
  childNodes,
});

export const click = (timestamp: number) => ({ type: 3, timestamp, data: { source: 2, type: 2, id: 2, x: 1, y: 1 } });

export const textChange = (timestamp: number, id: number, value: string) => ({
  type: 3,
  timestamp,
  data: { source: 0, texts: [{ id, value }], attributes: [], removes: [], adds: [] },
});

/** The body of a chunk. */
export const chunk = (more: object) => ({
  session_id: 's1',
  window_id: 'w1',
  distinct_id: 'ada',
  seq: 0,
  sdk: 'rrweb 2.1.6',
  url: 'https://shop.example/cart?token=abc',
  ...more,
});
