import assert from 'node:assert/strict';
import { createColors } from '../layout/colors.js';
import { printIdentity } from './identity.js';

describe('printIdentity', () => {
  it('sums scopes up by resource', () => {
    const identity = {
      organization: { id: 'o', name: 'Acme' },
      principal: { type: 'user', id: 'u', name: 'Ada' },
      role: 'ROLE_OWNER',
      scopes: ['logs:read', 'traces:read', 'logs:delete'],
    };
    assert.equal(
      printIdentity(identity, { width: undefined, colors: createColors(false) }),
      'Signed in as  Ada\nKind          user\nOrganization  Acme\nRole          ROLE_OWNER\n' +
        '\nScopes\nlogs    read, delete\ntraces  read\n',
    );
  });
});
