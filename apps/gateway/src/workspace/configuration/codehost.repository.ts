import { Inject, Injectable } from '@nestjs/common';
import type { CodehostConfig, Relational } from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';

/** The fields that one request sets. */
export type CodehostChange = Pick<
  CodehostConfig,
  'projectId' | 'enabled' | 'repo' | 'repoRoot' | 'updatedAt' | 'updatedBy'
>;

@Injectable()
export class CodehostRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  find(projectId: string): Promise<CodehostConfig | null> {
    return this.relational.client.codehostConfig.findUnique({ where: { projectId } });
  }

  /** Creates or replaces the configuration. */
  set(change: CodehostChange): Promise<CodehostConfig> {
    return this.relational.client.codehostConfig.upsert({
      where: { projectId: change.projectId },
      create: { ...change, createdAt: change.updatedAt, createdBy: change.updatedBy },
      update: { ...change, version: { increment: 1 } },
    });
  }

  /** Replaces the configuration; undefined if it is absent or has another version. */
  async replace(version: bigint, change: CodehostChange): Promise<CodehostConfig | undefined> {
    const [replaced] = await this.relational.client.codehostConfig.updateManyAndReturn({
      where: { projectId: change.projectId, version },
      data: { ...change, version: { increment: 1 } },
    });
    return replaced;
  }

  /** False if there is no configuration, or it has another version. */
  async delete(projectId: string, version: bigint | undefined): Promise<boolean> {
    return (await this.relational.client.codehostConfig.deleteMany({ where: { projectId, version } })).count > 0;
  }
}
