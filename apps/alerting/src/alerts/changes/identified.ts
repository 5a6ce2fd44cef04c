import { randomUUID } from 'node:crypto';
import { isId } from '@svc/relational';
import { EventLoopYielder } from '@svc/runtime';
import type { AlertIdentity } from '../alerts.repository.js';
import { identityKey } from '../holds.repository.js';
import type { AlertChange } from '../lifecycle/alert-change.js';
import { fingerprint } from '../lifecycle/identity.js';

/** A change and the alert that it is about. */
export interface Identified extends AlertIdentity {
  readonly change: AlertChange;
  /** Key that distinguishes the alert from the others of the call. */
  readonly key: string;
  /** The ID of the alert, should it be new. */
  readonly newId: string;
}

/** @throws RangeError if an ID is not one. */
export async function identify(changes: readonly AlertChange[]): Promise<Identified[]> {
  const yielder = new EventLoopYielder();
  const identified: Identified[] = [];
  for (const change of changes) {
    const { projectId, rule, labels } = change;
    const { channels, escalationPolicyId = rule.id } = rule.notify;
    if (![projectId, rule.id, escalationPolicyId, ...channels].every(isId)) throw new RangeError('not an ID');
    const identity = { projectId, fingerprint: fingerprint(rule.id, labels) };
    identified.push({ ...identity, change, key: identityKey(identity), newId: randomUUID() });
    if (yielder.isDue()) await yielder.yield();
  }
  return identified;
}

/** The first change of each alert, and the others: a statement writes a row once. */
export function firstOfEach(changes: readonly Identified[]): [Identified[], Identified[]] {
  const seen = new Set<string>();
  const [first, later]: [Identified[], Identified[]] = [[], []];
  for (const change of changes) {
    (seen.has(change.key) ? later : first).push(change);
    seen.add(change.key);
  }
  return [first, later];
}
