import type { ApiKey } from '../../gen/api.js';
import type { SecurityDraft } from './security.js';

const DAY_MS = 24 * 3_600_000;

/** The facts about members and keys that the rules affect. */
export interface Concerned {
  /** Members besides the user; undefined if the role may not read them. */
  readonly others: number | undefined;
  /** Undefined if the role may not read them. */
  readonly keys: readonly ApiKey[] | undefined;
  readonly nowMs: number;
}

/** The effects of saving and the members it would lock out, one sentence each. */
export function describeEffects(
  before: SecurityDraft,
  after: SecurityDraft,
  { others, keys, nowMs }: Concerned,
): readonly string[] {
  const effects: string[] = [];
  const who = others === undefined ? 'All other members' : others === 1 ? 'The other member' : `All ${others} others`;
  const verb = others === 1 ? 'is' : 'are';
  if (after.ssoOnly && !before.ssoOnly)
    effects.push(
      others === 0
        ? 'Your password is refused from now on.'
        : `${who} ${verb} signed out at once, and can only sign in with the provider. Passwords are refused, yours too.`,
      'Invitations are accepted by signing in with the provider, and have no address with a secret any more.',
    );
  if (!after.ssoOnly && before.ssoOnly) effects.push('Members who have a password can sign in with it again.');
  if (after.secondFactor && !before.secondFactor)
    effects.push(
      others === 0
        ? 'You cannot remove your authenticator while the rule exists.'
        : `Sessions without a second factor can do nothing but set one up, also those that are open now. ${who} who ${others === 1 ? 'has' : 'have'} none ${verb} asked for one.`,
    );
  if (!after.secondFactor && before.secondFactor)
    effects.push('Members without an authenticator sign in with their password alone.');
  if (after.keyDays !== before.keyDays) effects.push(...describeKeys(after.keyDays, keys, nowMs));
  if (after.idleMinutes !== before.idleMinutes)
    effects.push(
      after.idleMinutes === ''
        ? 'Sessions that are not used end only when they expire.'
        : `Sessions end after ${after.idleMinutes} minutes without activity; those already idle for longer end at once.`,
    );
  return effects;
}

function describeKeys(days: string, keys: readonly ApiKey[] | undefined, nowMs: number): readonly string[] {
  if (days === '') return ['New API keys can be made without an end.'];
  const limit = nowMs + Number(days) * DAY_MS;
  const longer = keys?.filter(
    ({ publishable, revoked_at: revoked, expires_at: expires }) =>
      !publishable && revoked === undefined && (expires === undefined || Date.parse(expires) > limit),
  ).length;
  const stay =
    longer === undefined
      ? 'Existing keys stay as they are.'
      : longer === 0
        ? 'No existing key lasts longer.'
        : `${longer === 1 ? 'One existing key lasts' : `${longer} existing keys last`} longer, and ${longer === 1 ? 'stays' : 'stay'} valid until revoked.`;
  return [
    `New API keys end after ${days} ${days === '1' ? 'day' : 'days'} at most; publishable ones are exempt. ${stay}`,
  ];
}
