import assert from 'node:assert/strict';
import type { RecordedEvent } from '../events/event.js';
import { DEFAULT_REPLAY_SETTINGS } from '../settings/settings.js';
import { element, text } from '../testing/hostile-markup.js';
import { NodeMemory } from './node-memory.js';
import { EventRedactor } from './redact-event.js';

const MASK = '******';
const page = {
  type: 2,
  timestamp: 1,
  data: {
    node: { type: 0, id: 1, childNodes: [element(2, 'h1', {}, text(3, 'Cart'))] },
    initialOffset: { left: 0, top: 0 },
  },
};
const change = (data: object) => ({
  type: 3,
  timestamp: 2,
  data: { source: 0, texts: [], attributes: [], removes: [], adds: [], ...data },
});
const textOf = (id: number, value: string) => change({ texts: [{ id, value }] });
const add = (parentId: number, node: object) => change({ adds: [{ parentId, nextId: null, node }] });

/** Redacts chunks with what is kept between them. @returns the texts that the last event sets. */
function redactChunks(mayMiss: boolean, ...chunks: readonly (readonly object[])[]): unknown {
  let memory = NodeMemory.unknown(mayMiss);
  let last: RecordedEvent | undefined;
  for (const chunk of chunks) {
    const redactor = new EventRedactor(memory);
    for (const event of JSON.parse(JSON.stringify(chunk)) as RecordedEvent[]) {
      redactor.redact(event);
      last = event;
    }
    memory = NodeMemory.from(redactor.memory.remember());
  }
  const { texts, adds } = last?.data as unknown as { texts: { value: string }[]; adds: { node: unknown }[] };
  return texts[0]?.value ?? JSON.stringify(adds[0]?.node);
}

describe('nodes of a window in which chunks can be missing unnoticed', () => {
  it('are ordinary if they were in a full snapshot or were added since', () => {
    assert.equal(redactChunks(true, [page], [textOf(3, 'Order')]), 'Order');
    assert.equal(redactChunks(true, [page], [add(2, text(4, 'a'))], [textOf(4, 'Order')]), 'Order');
  });

  it('count as typed if the chunk that added them is missing, and so does what is added below them', () => {
    assert.equal(redactChunks(true, [page], [textOf(4, 'letter')]), MASK);
    assert.match(String(redactChunks(true, [page], [add(4, text(5, 'letter'))])), /"textContent":"\*{6}"/);
    // A later chunk whose nodes were seen does not vouch for those in between.
    assert.equal(redactChunks(true, [page], [add(2, text(9, 'a'))], [textOf(5, 'letter')]), MASK);
  });

  it('count as typed before the first full snapshot, and are forgotten with the next one', () => {
    assert.equal(redactChunks(true, [add(2, text(4, 'a'))], [textOf(4, 'letter')]), MASK);
    assert.equal(redactChunks(true, [page], [add(2, text(4, 'a'))], [page], [textOf(4, 'letter')]), MASK);
    assert.equal(redactChunks(true, [textOf(3, 'a')], [page], [textOf(3, 'Order')]), 'Order');
  });

  it('count as typed once too much is missing to be kept', () => {
    const scattered = Array.from({ length: 2_100 }, (_, index) => add(2, text(10 + 2 * index, 'a')));
    assert.equal(redactChunks(true, [page], scattered, [textOf(3, 'letter')]), MASK);
    assert.equal(redactChunks(true, [page], scattered, [page], [textOf(3, 'Order')]), 'Order');
  });

  it('are no fields with values that the project keeps, but in the chunk of the full snapshot', () => {
    const settings = { ...DEFAULT_REPLAY_SETTINGS, unmaskedFields: ['q'] };
    const field = element(2, 'input', { name: 'q' });
    const full = { ...page, data: { ...page.data, node: { type: 0, id: 1, childNodes: [field] } } };
    const typed = (mayMiss: boolean) => {
      const first = new EventRedactor(NodeMemory.unknown(mayMiss), settings);
      const inputs = [1, 2].map(() => ({
        type: 3,
        timestamp: 2,
        data: { source: 5, id: 2, text: 'shoes', isChecked: false },
      }));
      for (const event of [full, inputs[0]]) first.redact(event as unknown as RecordedEvent);
      new EventRedactor(NodeMemory.from(first.memory.remember()), settings).redact(inputs[1] as RecordedEvent);
      return inputs.map(({ data }) => data.text);
    };
    assert.deepEqual(typed(true), ['shoes', MASK]);
    assert.deepEqual(typed(false), ['shoes', 'shoes']);
  });

  it('are all known after a full snapshot if chunks are numbered', () => {
    assert.equal(redactChunks(false, [page], [textOf(4, 'Order')]), 'Order');
  });
});
