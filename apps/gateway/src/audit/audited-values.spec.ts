import assert from 'node:assert/strict';
import { create } from '@bufbuild/protobuf';
import { generateApiKey } from '@svc/auth';
import {
  AccountSecuritySetRequestSchema,
  ApiKeysCreateRequestSchema,
  FlagsUpdateRequestSchema,
  operation,
} from '@svc/contract';
import { readAuditedValues, readTarget } from './audited-values.js';

describe('values of the audit log', () => {
  it('records the values that the contract declares, and the names of all fields', () => {
    const message = create(ApiKeysCreateRequestSchema, { name: 'private', scopes: ['logs:read', 'traces:read'] });
    assert.deepEqual(readAuditedValues(operation('api_keys.create'), message), {
      fields: 'name scopes',
      scopes: 'logs:read traces:read',
    });
  });

  it('records whether a flag is switched on or off and its default variant, but none of its rules', () => {
    const message = create(FlagsUpdateRequestSchema, {
      flagKey: 'new-checkout',
      active: false,
      defaultVariant: '',
      filters: {},
    });
    assert.deepEqual(readAuditedValues(operation('flags.update'), message), {
      fields: 'active filters default_variant',
      active: 'false',
      default_variant: '',
    });
  });

  it('records the fields that a replacement switches off', () => {
    const message = create(AccountSecuritySetRequestSchema, { secondFactorRequired: true });
    assert.deepEqual(readAuditedValues(operation('account.security_set'), message), {
      fields: 'second_factor_required',
      sso_only: 'false',
      second_factor_required: 'true',
      max_api_key_lifetime_days: '0',
      session_idle_minutes: '0',
    });
  });

  it('never contain a key of this service', () => {
    const { secret } = generateApiKey('org');
    assert.deepEqual(readTarget({ key_id: secret, other: 'x'.repeat(200) }), {
      key_id: '[REDACTED]',
      other: 'x'.repeat(128),
    });
  });
});
