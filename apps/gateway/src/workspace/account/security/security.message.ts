import type { MessageInitShape } from '@bufbuild/protobuf';
import type { AccountSecuritySchema, AccountSecuritySetRequest } from '@svc/contract';
import type { Organization } from '@svc/relational';

/** The rules of an organization about credentials. */
export type SecurityRules = Pick<
  Organization,
  'ssoOnly' | 'secondFactorRequired' | 'maxKeyLifetimeDays' | 'sessionIdleMinutes'
>;

export function toSecurity(
  rules: SecurityRules & Pick<Organization, 'securityVersion'>,
): MessageInitShape<typeof AccountSecuritySchema> {
  return {
    ssoOnly: rules.ssoOnly,
    secondFactorRequired: rules.secondFactorRequired,
    maxApiKeyLifetimeDays: rules.maxKeyLifetimeDays ?? 0,
    sessionIdleMinutes: rules.sessionIdleMinutes ?? 0,
    version: rules.securityVersion,
  };
}

export function readSecurity(request: AccountSecuritySetRequest): SecurityRules {
  return {
    ssoOnly: request.ssoOnly,
    secondFactorRequired: request.secondFactorRequired,
    maxKeyLifetimeDays: request.maxApiKeyLifetimeDays || null,
    sessionIdleMinutes: request.sessionIdleMinutes || null,
  };
}
