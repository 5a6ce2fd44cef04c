import assert from 'node:assert/strict';
import { toProfileChange } from './profile-change.js';

describe('the form of the profile', () => {
  const user = { name: 'Ada', time_zone: 'Europe/Berlin' };

  it('sends only what differs', () => {
    assert.equal(toProfileChange(user, { name: ' Ada ', zone: 'europe/berlin' }).body, undefined);
    assert.deepEqual(toProfileChange(user, { name: 'Bea', zone: 'Europe/Berlin' }).body, { name: 'Bea' });
    assert.deepEqual(toProfileChange(user, { name: 'Ada', zone: '' }).body, { time_zone: '' });
    assert.equal(toProfileChange({ name: 'Ada' }, { name: 'Ada', zone: '' }).body, undefined);
    assert.deepEqual(toProfileChange(user, { name: 'Ada', zone: 'asia/tokyo' }).body, { time_zone: 'Asia/Tokyo' });
  });

  it('says which field is not valid, and sends nothing', () => {
    const { body, faults } = toProfileChange(user, { name: ' ', zone: 'Mars/Olympus' });
    assert.equal(body, undefined);
    assert.deepEqual([...faults.keys()], ['name', 'time_zone']);
  });
});
