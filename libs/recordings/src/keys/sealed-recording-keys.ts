import type { Relational } from '@svc/relational';
import { projectKeyPlace } from './recording-keys.js';

interface SealedKey {
  /** The number of the project. */
  readonly id: string;
  readonly sealed: string;
  readonly place: string;
}

/** The keys of projects for their recordings, for a service that seals them again with another key of the ring. */
export function sealedRecordingKeys({ client }: Relational) {
  return {
    kind: 'recording key',
    async page(after: string | undefined, prefix: string, take: number): Promise<SealedKey[]> {
      const rows = await client.recordingKey.findMany({
        where: { projectNumber: { gt: Number(after ?? 0) }, NOT: { wrapped: { startsWith: prefix } } },
        orderBy: { projectNumber: 'asc' },
        take,
      });
      return rows.map(({ projectNumber, wrapped }) => ({
        id: String(projectNumber),
        sealed: wrapped,
        place: projectKeyPlace(projectNumber),
      }));
    },
    async replace(
      { id, sealed }: Pick<SealedKey, 'id' | 'sealed'>,
      again: string,
    ): Promise<{ readonly count: number }> {
      const where = { projectNumber: Number(id), wrapped: sealed };
      return client.recordingKey.updateMany({ where, data: { wrapped: again } });
    },
  };
}
