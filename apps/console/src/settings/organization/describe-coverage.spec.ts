import assert from 'node:assert/strict';
import { describeCoverage } from './describe-coverage.js';

describe('a check of the audit log', () => {
  it('covers everything only if it has found no fault up to the end', () => {
    assert.equal(describeCoverage({ valid: true, complete: true }), 'yes');
    assert.match(describeCoverage({ valid: true, complete: false }), /^no, .* longer/);
    for (const complete of [true, false]) assert.match(describeCoverage({ valid: false, complete }), /^no, .* wrong/);
  });
});
