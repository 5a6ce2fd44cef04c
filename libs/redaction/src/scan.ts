import { findAssignments } from './assignment.js';
import { findAuthorization, findUserInfo } from './authority.js';
import { findCards } from './card.js';
import { findEmails } from './email.js';
import { withoutIdentifiers, withoutTimestamps } from './identifiers.js';
import { findIbans, findSocialSecurity } from './identity-numbers.js';
import type { KeyClass } from './key.js';
import { findMarkedUp } from './marked-up.js';
import { findPhones } from './phone.js';
import { findHooks, findIssuedSecrets, findJsonWebTokens, findPrivateKeys, SHORTEST_TOKEN } from './secrets.js';
import { findSeparatedCards } from './separated-card.js';
import { Spans } from './spans.js';
import { scanTraits, type Traits } from './traits.js';

/** The minimum number of digits of each kind of number. */
export const FEWEST = { phone: 7, socialSecurity: 9, card: 13, iban: 6 } as const;

const NO_HOSTS: ReadonlySet<number> = new Set();

/** Finds personal data and credentials in a normalized text of a field of this class. */
export function scan(text: string, key: KeyClass, inNames = false, traits = scanTraits(text)): Spans {
  const spans = new Spans();
  const hosts = traits.hasColon ? findUserInfo(text, spans) : NO_HOSTS;
  if (traits.hasAt) findEmails(text, spans, hosts);
  if (traits.digits >= FEWEST.iban) findIbans(text, spans);
  if (traits.longestNumber >= FEWEST.phone) findNumbers(text, spans, key, traits);
  if (traits.digits >= FEWEST.card) findSeparatedCards(text, spans);
  if (traits.longestToken >= SHORTEST_TOKEN) {
    findIssuedSecrets(text, spans);
    findHooks(text, spans);
    findJsonWebTokens(text, spans);
  }
  if (traits.hasColon || traits.hasEquals) findAssignments(text, spans, inNames);
  if (traits.hasMarkup && !inNames) findMarkedUp(text, spans);
  if (traits.hasSpace) {
    findAuthorization(text, spans);
    findPrivateKeys(text, spans);
  }
  return spans;
}

function findNumbers(text: string, spans: Spans, key: KeyClass, { longestNumber }: Traits): void {
  const numbers = withoutIdentifiers(key === 'run' ? withoutTimestamps(text) : text);
  findPhones(numbers, spans, key === 'phone');
  if (longestNumber >= FEWEST.socialSecurity) findSocialSecurity(numbers, spans, key === 'social_security');
  if (longestNumber >= FEWEST.card) findCards(numbers, spans);
}
