import assert from 'node:assert/strict';
import { readCommands } from './message.js';

const EVIDENCE = [{ id: 'a1b2c3d4e5f6' }, { id: 'a1b2c3d4ffff' }, { id: '0123456789ab' }];

describe('the commands of a message', () => {
  it.each([
    ['check log_pattern', ['log_pattern'], []],
    ['please check log patterns, issue and service map', ['log_pattern', 'issue', 'service_map'], []],
    ['Check change and rerun 0123456789ab', ['change'], ['0123456789ab']],
    ['rerun 01234567, a1b2c3d4e5', [], ['0123456789ab', 'a1b2c3d4e5f6']],
    ['only checkout since 10:00', [], []],
    ['the payment checks failed', [], []],
  ])('reads %p', (message, kinds, reruns) => {
    assert.deepEqual(readCommands(message, EVIDENCE), { kinds, reruns, unknown: [] });
  });

  it.each(['check weather', 'rerun ffffffff', 'rerun a1b2c3d4', 'rerun 0123', 'check 0123456789ab'])(
    'names what %p does not name',
    (message) => {
      assert.equal(readCommands(message, EVIDENCE).unknown.length, 1);
    },
  );
});
