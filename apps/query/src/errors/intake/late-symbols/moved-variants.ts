import { Injectable } from '@nestjs/common';
import type { ProjectReader } from '@svc/reading/project-reader';
import type { Transaction } from '@svc/relational';
import { Merges, MergingRepository } from '../../issues/index.js';
import { ResymbolicationRepository, type VariantMove } from './resymbolication.repository.js';

/** The author of automatic merges of issues that turned out to be the same. */
const SERVICE = 'service';

/** Settles the issues that a variant moved between. Call it under the lock of the project. */
@Injectable()
export class MovedVariants {
  constructor(
    private readonly repository: ResymbolicationRepository,
    private readonly merging: MergingRepository,
    private readonly merges: Merges,
  ) {}

  /** An issue that is left without variants has turned out to be the same as the other one, so it is merged into it. */
  async settle(
    projectId: string,
    { fromIssueId, toIssueId }: VariantMove,
    now: Date,
    reader: ProjectReader,
    tx: Transaction,
  ): Promise<void> {
    const found = await this.merging.lockIssues(projectId, [fromIssueId, toIssueId], tx);
    const [source, target] = [fromIssueId, toIssueId].map((id) => found.find((issue) => issue.id === id));
    if (!source || !target) return;
    if ((await this.repository.countVariants(fromIssueId, tx)) === 0)
      await this.merges.merge(target, [source], { by: SERVICE, at: now }, tx);
    else for (const issue of [source, target]) await this.merges.recount(issue, now.getTime(), reader, tx);
  }
}
