import assert from 'node:assert/strict';
import { requireTimeZone } from './time-zone.js';

describe('the time zone of a request', () => {
  it('keeps its name in the usual case, and is UTC if it is empty', () => {
    assert.equal(requireTimeZone('europe/berlin'), 'Europe/Berlin');
    for (const other of ['Asia/Kolkata', 'Asia/Calcutta']) assert.equal(requireTimeZone(other), other);
    assert.equal(requireTimeZone(''), 'UTC');
  });

  it.each(['Mars/Base', '+02:00', '-0130', 'Europe/Berlin\u0000', '../etc'])('cannot be %j', (zone) => {
    const details = [{ path: 'zone', reason: 'must be an IANA time zone such as Europe/Berlin' }];
    assert.throws(() => requireTimeZone(zone, 'zone'), { code: 'invalid_request', details });
  });
});
