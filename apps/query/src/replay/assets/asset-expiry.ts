import type { ObjectStore } from '@svc/objects';
import { ASSETS_FOLDER } from '@svc/recordings';
import type { Relational, Transaction } from '@svc/relational';
import { runInBatches, type PeriodicWork } from '@svc/work';
import { inGroups } from '../reads/in-groups.js';
import { lockCopies, type AssetIndex } from './asset-index.js';

/** Rows that one statement deletes. */
const ROWS = 5_000;
/** Objects that are deleted while no copy of the project can be stored: few, because their deletion takes a while. */
const OBJECTS = 50;

/**
 * Limits of a transaction that deletes objects, in milliseconds. No deletion begins after the first one, so that none outlasts the lock and
 * hits an object that was stored again. The second one is the time after which Postgres ends an idle transaction.
 */
const SWEEP_MS = { begin: 3_000, all: 10_000 } as const;

/** Deletes copies that no recording needs any more, every day. */
export function assetExpiry(objects: ObjectStore, relational: Relational, index: AssetIndex): PeriodicWork {
  return {
    queue: 'recording-asset-expiry',
    everyMs: 86_400_000,
    run: async ({ now, signal }) => {
      await runInBatches(ROWS, signal, () => index.deleteExpired(now, ROWS));
      await sweepCopies(objects, relational, index, signal);
    },
  };
}

async function sweepCopies(
  objects: ObjectStore,
  relational: Relational,
  index: AssetIndex,
  signal: AbortSignal,
): Promise<void> {
  let group: StoredCopy[] = [];
  const sweep = async (): Promise<void> => {
    const [first] = group;
    if (!first) return;
    signal.throwIfAborted();
    const deletions = async (tx: Transaction): Promise<void> => {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(SWEEP_MS.begin)]);
      await lockCopies(first.projectNumber, tx);
      const hashes = group.map(({ sha256 }) => sha256);
      const used = await index.referenced(first.projectNumber, hashes, tx);
      await inGroups(
        group.filter(({ sha256 }) => !used.has(sha256)),
        ({ key }) => {
          limit.throwIfAborted();
          return objects.delete(key);
        },
      );
    };
    await relational.client.$transaction(deletions, { timeout: SWEEP_MS.all });
    group = [];
  };
  for await (const { key } of objects.list(`${ASSETS_FOLDER}/`)) {
    const [, project = '', sha256 = ''] = key.split('/');
    const projectNumber = Number(project);
    if (group.length === OBJECTS || (group[0] && group[0].projectNumber !== projectNumber)) await sweep();
    group.push({ key, projectNumber, sha256 });
  }
  await sweep();
}

interface StoredCopy {
  readonly key: string;
  readonly projectNumber: number;
  readonly sha256: string;
}
