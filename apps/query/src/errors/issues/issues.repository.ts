import { Inject, Injectable } from '@nestjs/common';
import { findCanonicalIssue, findCanonicalIssues, findTickets } from '@svc/directory';
import {
  isId,
  type ErrorVariant,
  type Issue,
  type IssueHash,
  type IssuePlace,
  type Relational,
  type Ticket,
  type Transaction,
} from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';

const MAX_TICKETS = 100;

/** Which issue the errors of a variant belong to. */
export interface VariantIssue {
  /** 32 hexadecimal digits. */
  readonly variant: string;
  readonly issueId: string;
}

@Injectable()
export class IssuesRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return this.relational.client.$transaction(work);
  }

  /**
   * Keeps merges and the intake of a project from running at the same time, until the end of the transaction. Take it before any row of
   * an issue is locked.
   */
  async lock(projectId: string, tx: Transaction): Promise<void> {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`issues/${projectId}`}, 0))`;
  }

  /** The issue; null for one that is unknown, of another project or merged. */
  async find(projectId: string, id: string, tx: Transaction = this.relational.client): Promise<Issue | null> {
    return isId(id) ? tx.issue.findFirst({ where: { projectId, id, mergedInto: null } }) : null;
  }

  /** The issue, or the one that it was merged into, which reads show; null if it is unknown or of another project. */
  findCanonical(projectId: string, id: string): Promise<Issue | null> {
    return findCanonicalIssue(this.relational.client, projectId, id);
  }

  /** The results of `findCanonical` for several IDs, by the requested ID. */
  findManyCanonical(projectId: string, ids: readonly string[]): Promise<ReadonlyMap<string, Issue>> {
    return findCanonicalIssues(this.relational.client, projectId, ids);
  }

  /** Like `find`, but also finds a merged issue. */
  async findAny(projectId: string, id: string, tx: Transaction = this.relational.client): Promise<Issue | null> {
    return isId(id) ? tx.issue.findFirst({ where: { projectId, id } }) : null;
  }

  /** The issues that were merged into this one, the latest merge first. */
  sources(issueId: string, tx: Transaction = this.relational.client): Promise<Issue[]> {
    return tx.issue.findMany({ where: { mergedInto: issueId }, orderBy: [{ mergedAt: 'desc' }, { id: 'desc' }] });
  }

  /** The latest first. */
  places(issueId: string, take: number): Promise<IssuePlace[]> {
    return this.relational.client.issuePlace.findMany({
      where: { issueId },
      orderBy: [{ lastSeen: 'desc' }, { environment: 'asc' }, { service: 'asc' }, { release: 'asc' }],
      take,
    });
  }

  /** Names of the releases that errors of an issue named, in any order. */
  async releases(issueId: string, tx: Transaction = this.relational.client): Promise<string[]> {
    const where = { issueId, release: { not: '' } };
    const found = await tx.issuePlace.findMany({ where, select: { release: true }, distinct: ['release'] });
    return found.map(({ release }) => release);
  }

  /** The earliest first. */
  tickets(projectId: string, issueId: string): Promise<Ticket[]> {
    return findTickets(this.relational.client, projectId, issueId, MAX_TICKETS);
  }

  /** The earliest first. */
  hashes(issueId: string, take: number): Promise<IssueHash[]> {
    return this.relational.client.issueHash.findMany({
      where: { issueId },
      orderBy: [{ createdAt: 'asc' }, { hash: 'asc' }],
      take,
    });
  }

  /** Returns at most `take` variants of the issues. */
  variants(issueIds: readonly string[], take: number): Promise<VariantIssue[]> {
    return this.relational.rows<VariantIssue>(
      `SELECT variant, issue_id::text AS "issueId" FROM error_variants WHERE issue_id = ANY($1::uuid[]) LIMIT $2`,
      [issueIds, take],
    );
  }

  variant(projectId: string, variant: string): Promise<ErrorVariant | null> {
    return this.relational.client.errorVariant.findUnique({ where: { projectId_variant: { projectId, variant } } });
  }
}
