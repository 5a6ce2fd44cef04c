import type { ProjectDeletion, Relational } from '@svc/relational';

/** The deletions that are not complete yet, handed out one at a time to one process each. */
export class ProjectDeletionsRepository {
  constructor(private readonly relational: Relational) {}

  /** Claims the deletion that has been due longest; no other process can claim it until `leaseEnd`. */
  async claim(now: Date, leaseEnd: Date): Promise<ProjectDeletion | undefined> {
    const { client } = this.relational;
    const [claimed] = await client.$queryRaw<{ project_id: string }[]>`
      UPDATE project_deletions SET attempts = attempts + 1, next_attempt_at = ${leaseEnd}
      WHERE project_id = (
        SELECT project_id FROM project_deletions WHERE completed_at IS NULL AND next_attempt_at <= ${now}
        ORDER BY next_attempt_at LIMIT 1 FOR UPDATE SKIP LOCKED
      ) RETURNING project_id`;
    if (!claimed) return undefined;
    return (await client.projectDeletion.findUnique({ where: { projectId: claimed.project_id } })) ?? undefined;
  }

  async complete(projectId: string, completedAt: Date): Promise<void> {
    await this.relational.client.projectDeletion.update({ where: { projectId }, data: { completedAt } });
  }

  async retryAt(projectId: string, nextAttemptAt: Date): Promise<void> {
    await this.relational.client.projectDeletion.update({ where: { projectId }, data: { nextAttemptAt } });
  }
}
