import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import kafkajs, { type Admin, type KafkaJSProtocolError } from 'kafkajs';
import { AdminSource, ofAll } from './admin-source.js';

/** A connection that leads nowhere: answers of brokers during an election cannot be provoked with real ones. */
function connections() {
  const opened: string[] = [];
  const closed: string[] = [];
  const source = new AdminSource(() => {
    const name = `connection ${opened.length + 1}`;
    opened.push(name);
    const disconnect = () => Promise.resolve(void closed.push(name));
    return { connect: () => Promise.resolve(), disconnect } as unknown as Admin;
  });
  return { source, opened, closed };
}

/** As the client does where it knows no partitions. */
const failInside = (): never => {
  throw new TypeError('Cannot destructure');
};

const protocolError = (retriable: boolean): KafkaJSProtocolError =>
  Object.assign(new kafkajs.KafkaJSProtocolError('This server is not the leader for that topic-partition'), {
    retriable,
  });

describe('AdminSource', () => {
  it('repeats an action on a new connection while a partition has no leader', async () => {
    const { source, opened } = connections();
    let calls = 0;
    const found = await source.use(() => {
      calls += 1;
      return calls < 3 ? Promise.reject(protocolError(true)) : Promise.resolve(calls);
    });
    assert.deepEqual([found, opened.length], [3, 3]);
    await source.use(() => Promise.resolve());
    assert.equal(opened.length, 3);
  });

  it('repeats the creation of a topic that the broker did not finish in time, and not of one that it refused', async () => {
    const { source } = connections();
    const aggregate = (...errors: readonly Error[]): Error =>
      Object.assign(new Error('Topic creation errors'), { name: 'KafkaJSAggregateError', errors });
    const ofTopic = (retriable: boolean): Error =>
      Object.assign(protocolError(retriable), { name: 'KafkaJSCreateTopicError' });
    let calls = 0;
    await source.use(() => {
      calls += 1;
      return calls < 2 ? Promise.reject(aggregate(ofTopic(true), ofTopic(true))) : Promise.resolve();
    });
    assert.equal(calls, 2);
    await assert.rejects(
      source.use(() => Promise.reject(aggregate(ofTopic(true), ofTopic(false)))),
      { code: 'unavailable' },
    );
  });

  it('repeats an action on the same connection while partitions are left out of an answer', async () => {
    const { source, opened } = connections();
    const answers = [() => undefined, () => [], () => [0], failInside, () => [0, 1]];
    const found = await source.use(() => ofAll(Promise.resolve().then(answers.shift()), 2));
    assert.deepEqual([found, opened.length], [[0, 1], 1]);
  });

  it('keeps a connection on which an action failed until the other actions on it have ended', async () => {
    const { source, opened, closed } = connections();
    const slow = Promise.withResolvers<void>();
    const using = source.use(() => slow.promise);
    await assert.rejects(
      source.use(() => Promise.reject(new Error('no connection'))),
      { code: 'unavailable' },
    );
    await source.use(() => Promise.resolve());
    assert.deepEqual([opened, closed], [['connection 1', 'connection 2'], []]);
    slow.resolve();
    await using;
    await setImmediate();
    assert.deepEqual(closed, ['connection 1']);
    await source.close();
    assert.deepEqual(closed, ['connection 1', 'connection 2']);
  });

  it('opens no connection after it was closed, not even for an action that waits to be repeated', async () => {
    const { source, opened } = connections();
    const waiting = source.use(() => Promise.reject(protocolError(true)));
    await source.close();
    await assert.rejects(waiting, { code: 'unavailable' });
    await assert.rejects(
      source.use(() => Promise.resolve()),
      { code: 'unavailable' },
    );
    assert.equal(opened.length, 1);
  });

  it('gives up immediately on every other failure', async () => {
    for (const failure of [protocolError(false), new Error('no connection')]) {
      const { source } = connections();
      let calls = 0;
      const action = () => {
        calls += 1;
        return Promise.reject(failure);
      };
      await assert.rejects(source.use(action), { code: 'unavailable' });
      assert.equal(calls, 1);
    }
  });
});
