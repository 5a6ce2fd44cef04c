import { Inject, Injectable } from '@nestjs/common';
import { writeJson, readJson, type AlertInhibition, type Relational, type Transaction } from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';
import type { InhibitionRule } from './inhibition-rule.js';

/** Inhibition rules of one request. */
export interface InhibitionChange {
  readonly projectId: string;
  readonly rules: readonly InhibitionRule[];
  readonly updatedBy: string;
  readonly updatedAt: Date;
}

/** The inhibition rules of projects that have their own. */
@Injectable()
export class InhibitionsRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  find(projectId: string): Promise<AlertInhibition | null> {
    return this.relational.client.alertInhibition.findUnique({ where: { projectId } });
  }

  ofProjects(tx: Transaction, projectIds: readonly string[]): Promise<AlertInhibition[]> {
    return tx.alertInhibition.findMany({ where: { projectId: { in: [...projectIds] } } });
  }

  /** Creates or replaces the rules. */
  set(change: InhibitionChange): Promise<AlertInhibition> {
    const data = toData(change);
    return this.relational.client.alertInhibition.upsert({
      where: { projectId: change.projectId },
      create: { ...data, createdAt: change.updatedAt, createdBy: change.updatedBy },
      update: { ...data, version: { increment: 1 } },
    });
  }

  /** Replaces the rules. Returns undefined if none are stored, or they have another version. */
  async replace(version: bigint, change: InhibitionChange): Promise<AlertInhibition | undefined> {
    const [replaced] = await this.relational.client.alertInhibition.updateManyAndReturn({
      where: { projectId: change.projectId, version },
      data: { ...toData(change), version: { increment: 1 } },
    });
    return replaced;
  }

  /** False if there are no rules, or not at this version. */
  async delete(projectId: string, version: bigint | undefined): Promise<boolean> {
    return (await this.relational.client.alertInhibition.deleteMany({ where: { projectId, version } })).count > 0;
  }
}

export const storedRules = ({ rules }: Pick<AlertInhibition, 'rules'>): readonly InhibitionRule[] => readJson(rules);

const toData = ({ rules, ...change }: InhibitionChange) => ({ ...change, rules: writeJson(rules) });
