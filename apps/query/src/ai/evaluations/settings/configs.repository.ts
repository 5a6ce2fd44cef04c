import { Inject, Injectable } from '@nestjs/common';
import type { EvalConfig, Prisma, Relational } from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';

export interface ConfigChange {
  readonly projectId: string;
  readonly settings: Prisma.InputJsonObject;
  readonly updatedAt: Date;
  readonly updatedBy: string;
}

@Injectable()
export class EvalConfigsRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  find(projectId: string): Promise<EvalConfig | null> {
    return this.relational.client.evalConfig.findUnique({ where: { projectId } });
  }

  /** The configurations of some projects, by their IDs. */
  async findAll(projectIds: readonly string[]): Promise<Map<string, EvalConfig>> {
    const rows = await this.relational.client.evalConfig.findMany({ where: { projectId: { in: [...projectIds] } } });
    return new Map(rows.map((row) => [row.projectId, row]));
  }

  /** Creates or replaces the configuration. */
  set(change: ConfigChange): Promise<EvalConfig> {
    return this.relational.client.evalConfig.upsert({
      where: { projectId: change.projectId },
      create: { ...change, createdAt: change.updatedAt, createdBy: change.updatedBy },
      update: { ...change, version: { increment: 1 } },
    });
  }

  /** Replaces the configuration; undefined if it is absent or has another version. */
  async replace(version: bigint, change: ConfigChange): Promise<EvalConfig | undefined> {
    const [replaced] = await this.relational.client.evalConfig.updateManyAndReturn({
      where: { projectId: change.projectId, version },
      data: { ...change, version: { increment: 1 } },
    });
    return replaced;
  }
}
