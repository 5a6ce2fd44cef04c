import assert from 'node:assert/strict';
import { grantableBy, nameRole, refuseChange } from './roles.js';

describe('the roles of members', () => {
  it('are granted up to the own one, and that of an owner only by owners', () => {
    assert.ok(grantableBy('ROLE_OWNER').includes('ROLE_OWNER'));
    assert.deepEqual(grantableBy('ROLE_ADMIN'), ['ROLE_ADMIN', 'ROLE_MEMBER', 'ROLE_VIEWER']);
    assert.match(refuseChange('ROLE_ADMIN', 'ROLE_OWNER') ?? '', /owner/);
    assert.equal(refuseChange('ROLE_OWNER', 'ROLE_OWNER'), undefined);
    assert.equal(refuseChange('ROLE_ADMIN', 'ROLE_ADMIN'), undefined);
  });

  it('have names', () => {
    assert.equal(nameRole('ROLE_VIEWER'), 'Viewer');
    assert.equal(nameRole('ROLE_OTHER'), 'ROLE_OTHER');
  });
});
