import type { Transaction } from '@svc/relational';
import { REPLAY_SETTINGS_KEY, storedReplaySettings, type ReplaySettings } from '@svc/replay/settings';

/** The settings of a project for its recordings; the defaults if it has set none. */
export async function findReplaySettings(tx: Transaction, projectId: string): Promise<ReplaySettings> {
  const entry = await tx.configEntry.findUnique({
    where: { projectId_key: { projectId, key: REPLAY_SETTINGS_KEY } },
    select: { value: true },
  });
  return storedReplaySettings(entry?.value);
}
