import { Inject, Injectable } from '@nestjs/common';
import { findProjectsByNumber } from '@svc/directory';
import type { ProjectIdentity } from '@svc/reading/statement';
import type { AgentRunAssembly, Relational, Transaction } from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';

/** The statements of the assembly on Postgres. */
@Injectable()
export class AssemblyRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return this.relational.client.$transaction(work);
  }

  /** Projects that exist, by number. */
  projects(numbers: readonly number[]): Promise<Map<number, ProjectIdentity>> {
    return findProjectsByNumber(this.relational.client, numbers);
  }

  progress(): Promise<AgentRunAssembly[]> {
    return this.relational.client.agentRunAssembly.findMany();
  }

  async saveProgress({ projectNumber, delay, ...position }: AgentRunAssembly, tx: Transaction): Promise<void> {
    const key = { projectNumber, delay };
    await tx.agentRunAssembly.upsert({
      where: { projectNumber_delay: key },
      create: { ...key, ...position },
      update: position,
    });
  }

  async caughtUp(projectNumber: number, delay: number): Promise<void> {
    await this.relational.client.agentRunAssembly.deleteMany({ where: { projectNumber, delay } });
  }
}
