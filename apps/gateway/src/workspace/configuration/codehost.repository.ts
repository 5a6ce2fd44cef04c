import { Inject, Injectable } from '@nestjs/common';
import type { CodehostConfig, Relational } from '@svc/relational';
import { RELATIONAL } from '@svc/service';

@Injectable()
export class CodehostRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  find(projectId: string): Promise<CodehostConfig | null> {
    return this.relational.client.codehostConfig.findUnique({ where: { projectId } });
  }

  set(config: CodehostConfig): Promise<CodehostConfig> {
    const { projectId } = config;
    return this.relational.client.codehostConfig.upsert({ where: { projectId }, create: config, update: config });
  }

  /** @returns whether there was a configuration. */
  async delete(projectId: string): Promise<boolean> {
    const { count } = await this.relational.client.codehostConfig.deleteMany({ where: { projectId } });
    return count > 0;
  }
}
