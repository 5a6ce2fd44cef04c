import type { Transaction } from '@svc/relational';
import { ServiceError } from '@svc/service-error';
import { freeAgainAt } from './delivery-limits.js';
import { channelPolicy, LONGEST_WINDOW_MS, maxCounted } from './delivery-policies.js';
import { findSentOfGroup, findSentTo, lockGroup, lockReceivers } from './sent-deliveries.js';

/**
 * Checks in the transaction that creates the deliveries of a test that the limits of all its receivers let them go now.
 *
 * @throws ServiceError rate_limited, with the seconds until they do.
 */
export async function admitTest(
  tx: Transaction,
  { type, projectId }: { readonly type: string; readonly projectId: string },
  receivers: readonly string[],
  now: Date,
): Promise<void> {
  const policy = channelPolicy(type);
  const group = { key: '', type, isContact: false, projectId };
  await lockReceivers(tx, receivers);
  await lockGroup(tx, group);
  const sentInProject = await findSentOfGroup(tx, group, policy.group.others, now);
  let freeMs = freeAgainAt(policy.group.others, sentInProject);
  for (const receiver of receivers) {
    const sent = await findSentTo(tx, receiver, LONGEST_WINDOW_MS, maxCounted(...policy.tests), now);
    freeMs = Math.max(freeMs, ...policy.tests.map((rate) => freeAgainAt(rate, sent)));
  }
  if (freeMs <= now.getTime()) return;
  throw new ServiceError('rate_limited', { retryAfterSeconds: Math.ceil((freeMs - now.getTime()) / 1000) });
}
