import { create } from '@bufbuild/protobuf';
import { Inject, Injectable } from '@nestjs/common';
import { CallContextSchema, type CallContext } from '@svc/contract';
import { findProject, findProjectsByNumber, longestRetention, retentionBySignal } from '@svc/directory';
import type { Project, Relational } from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';

/** The project of a job, and the context in which the service measures it on its own behalf. */
export interface WatchedProject {
  readonly id: string;
  /** Creation time of the project; no telemetry was stored live before it. */
  readonly createdAt: Date;
  /** Retention of the signal that is kept longest. */
  readonly retentionDays: number;
  readonly context: CallContext;
}

@Injectable()
export class WatchedProjects {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  async find(id: string): Promise<WatchedProject | undefined> {
    const row = await findProject(this.relational.client, id);
    return row ? toWatched(row) : undefined;
  }

  /** IDs by project number; deleted projects are absent. */
  async ids(numbers: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const projects = await findProjectsByNumber(this.relational.client, numbers);
    return new Map(Array.from(projects.values(), ({ id, number }) => [number, id]));
  }
}

function toWatched(row: Project): WatchedProject {
  const { id, number, organizationId, createdAt } = row;
  const signalRetentionDays = retentionBySignal(row);
  const retentionDays = longestRetention(row);
  const context = create(CallContextSchema, {
    requestId: 'anomalies',
    organizationId,
    principalType: 'system',
    principalId: 'anomalies',
    project: { id, number, retentionDays, signalRetentionDays },
  });
  return { id, createdAt, retentionDays, context };
}
