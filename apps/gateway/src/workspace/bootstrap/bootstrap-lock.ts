import type { Transaction } from '@svc/relational';

/** Any fixed number that no other advisory lock of ours uses: "svcBOOT" as ASCII. */
const BOOTSTRAP_LOCK = 0x737663_424f4f54n;

/** Lets one process at a time create what a workspace begins with, until its transaction ends. */
export async function lockBootstrap(transaction: Transaction): Promise<void> {
  await transaction.$executeRaw`SELECT pg_advisory_xact_lock(${BOOTSTRAP_LOCK})`;
}
