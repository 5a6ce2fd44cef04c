import { Inject, Injectable } from '@nestjs/common';
import { findCanonicalIssue } from '@svc/directory';
import { type Issue, type Relational } from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';

export interface KnownVariant {
  readonly issueId: string;
  /** That of the readable stack; '' if symbol files did not make it readable. */
  readonly culprit: string;
}

/** Which issues the variants of errors belong to. */
@Injectable()
export class VariantsRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  /** The issues of variants and their readable culprits. A variant is absent until the intake has seen it. */
  async findIssues(projectId: string, variants: readonly string[]): Promise<ReadonlyMap<string, KnownVariant>> {
    if (variants.length === 0) return new Map();
    const found = await this.relational.client.errorVariant.findMany({
      where: { projectId, variant: { in: [...variants] } },
      select: { variant: true, issueId: true, culprit: true },
    });
    return new Map(found.map(({ variant, ...known }) => [variant, known]));
  }

  /** All variants of an issue, including variants of issues that were merged into it. */
  async findVariants(projectId: string, issueId: string): Promise<readonly string[]> {
    const where = { projectId, issueId };
    const found = await this.relational.client.errorVariant.findMany({ where, select: { variant: true } });
    return found.map(({ variant }) => variant);
  }

  /** The issue, or the one that it was merged into. */
  findIssue(projectId: string, id: string): Promise<Issue | null> {
    return findCanonicalIssue(this.relational.client, projectId, id);
  }

  /** The issues of these IDs that were not merged into others, by ID. */
  async findAllIssues(projectId: string, ids: readonly string[]): Promise<ReadonlyMap<string, Issue>> {
    const where = { projectId, id: { in: [...ids] }, mergedInto: null };
    const found = await this.relational.client.issue.findMany({ where });
    return new Map(found.map((issue) => [issue.id, issue]));
  }
}
