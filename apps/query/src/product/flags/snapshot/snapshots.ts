import { Injectable } from '@nestjs/common';
import { referencedKeys } from '@svc/flags';
import { CohortsRepository } from '../../cohorts/cohorts.repository.js';
import { toDefinition } from '../flag.message.js';
import { FlagsRepository } from '../flags.repository.js';
import { snapshotDocument, type SnapshotContent, type SnapshotDocument } from './snapshot-document.js';

/** Maximum number of projects in memory; the least recently used one is evicted first. */
const MAX_PROJECTS = 100;

/** The snapshots of projects: serialized once per change, however many programs fetch them every thirty seconds. */
@Injectable()
export class Snapshots {
  readonly #known = new Map<string, { readonly version: bigint; readonly document: SnapshotDocument }>();

  constructor(
    private readonly flags: FlagsRepository,
    private readonly cohorts: CohortsRepository,
  ) {}

  /** The current snapshot. */
  async current(projectId: string): Promise<SnapshotDocument> {
    const version = (await this.flags.versions([projectId])).get(projectId) ?? 0n;
    const known = this.#known.get(projectId);
    return known?.version === version ? known.document : this.#read(projectId);
  }

  async #read(projectId: string): Promise<SnapshotDocument> {
    const content = await this.#readContent(projectId);
    const document = snapshotDocument(projectId, content);
    this.#known.delete(projectId);
    this.#known.set(projectId, { version: content.snapshot?.version ?? 0n, document });
    const [oldest] = this.#known.keys();
    if (oldest !== undefined && this.#known.size > MAX_PROJECTS) this.#known.delete(oldest);
    return document;
  }

  #readContent(projectId: string): Promise<SnapshotContent> {
    return this.flags.readConsistently(async (tx) => {
      const content = await this.flags.all(projectId, tx);
      const cohortIds = content.flags.flatMap((flag) => referencedKeys(toDefinition(flag), 'cohort'));
      return { ...content, cohorts: await this.cohorts.findByIds(projectId, cohortIds, tx) };
    });
  }
}
