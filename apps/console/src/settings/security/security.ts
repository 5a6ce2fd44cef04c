import type { AccountSecurity, AccountSecuritySetRequest } from '../../gen/api.js';

/** The rules as their form shows them; an empty text is no limit. */
export interface SecurityDraft {
  readonly ssoOnly: boolean;
  readonly secondFactor: boolean;
  readonly keyDays: string;
  readonly idleMinutes: string;
}

export const SECURITY_LABELS: Readonly<Record<keyof SecurityDraft, string>> = {
  ssoOnly: 'Sign in with the provider only',
  secondFactor: 'Require a second factor',
  keyDays: 'Longest lifetime of API keys in days',
  idleMinutes: 'Minutes before an unused session ends',
};

const LIMITS = { keyDays: [1, 3650], idleMinutes: [5, 43_200] } as const;

export function toSecurityDraft(rules: Omit<AccountSecurity, 'version'>): SecurityDraft {
  const toText = (limit: number): string => (limit === 0 ? '' : String(limit));
  return {
    ssoOnly: rules.sso_only,
    secondFactor: rules.second_factor_required,
    keyDays: toText(rules.max_api_key_lifetime_days),
    idleMinutes: toText(rules.session_idle_minutes),
  };
}

/** Why a limit is not valid; undefined if it is. */
export function refuseLimit(name: keyof typeof LIMITS, text: string): string | undefined {
  const [least, most] = LIMITS[name];
  const value = Number(text);
  const isValid = text === '' || (/^\d{1,6}$/.test(text) && value >= least && value <= most);
  return isValid ? undefined : `A number from ${least} to ${most}, or nothing for no limit.`;
}

export function toSecurityBody(draft: SecurityDraft, version: number | undefined): AccountSecuritySetRequest {
  return {
    sso_only: draft.ssoOnly,
    second_factor_required: draft.secondFactor,
    max_api_key_lifetime_days: Number(draft.keyDays),
    session_idle_minutes: Number(draft.idleMinutes),
    ...(version !== undefined && { expected_version: version }),
  };
}
