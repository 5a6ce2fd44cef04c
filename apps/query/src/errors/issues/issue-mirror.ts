import { Inject, Injectable } from '@nestjs/common';
import type { ColumnStore } from '@svc/columnar';
import { render, sql, stringParams, uint32, uint64s, type Sql } from '@svc/reading/statement';
import type { Relational } from '@svc/relational';
import { COLUMN_STORE, RELATIONAL } from '@svc/runtime';
import { Jobs, type JobContext, type JobHandler } from '@svc/work';
import { ISSUE_MIRRORS } from './issue-jobs.js';
import { isOpen } from './lifecycle/index.js';

/** Variants of one statement. */
const ROWS = 2_000;

interface ChangedVariant {
  readonly variant: string;
  readonly issueId: string;
  readonly state: string;
  readonly revision: number;
  readonly culprit: string;
}

/**
 * Copies to the column store which issue each changed variant belongs to. A variant that changes during the copy keeps
 * its mark, because its revision is another one; the greatest revision is valid, so copies may arrive in any order.
 */
@Injectable()
export class IssueMirror implements JobHandler<{ readonly projectNumber: number }> {
  constructor(
    jobs: Jobs,
    @Inject(RELATIONAL) private readonly relational: Relational,
    @Inject(COLUMN_STORE) private readonly store: ColumnStore,
  ) {
    jobs.register(ISSUE_MIRRORS, this);
  }

  async handle({ job, signal, fence }: JobContext<{ readonly projectNumber: number }>): Promise<void> {
    for (;;) {
      signal.throwIfAborted();
      const changed = await this.#changed(job.key);
      if (changed.length === 0) return;
      const { sql: text, parameters } = render(insertion(job.payload.projectNumber, changed));
      await this.store.command(text, parameters, job.payload.projectNumber);
      await this.relational.client.$transaction(async (tx) => {
        await fence(tx);
        await tx.$executeRaw`
          UPDATE error_variants SET is_mirrored = true
          FROM unnest(${changed.map(({ variant }) => variant)}::text[], ${changed.map(({ revision }) => revision)}::integer[])
            AS copied (variant, revision)
          WHERE project_id = ${job.key}::uuid AND error_variants.variant = copied.variant
            AND error_variants.revision = copied.revision`;
      });
    }
  }

  #changed(projectId: string): Promise<ChangedVariant[]> {
    return this.relational.rows<ChangedVariant>(
      `SELECT variant, issue_id::text AS "issueId", state, revision, error_variants.culprit FROM error_variants
       JOIN issues ON issues.id = issue_id
       WHERE error_variants.project_id = $1 AND NOT is_mirrored ORDER BY variant LIMIT $2`,
      [projectId, ROWS],
    );
  }
}

function insertion(projectNumber: number, changed: readonly ChangedVariant[]): Sql {
  const [variants, issues] = [
    stringParams(changed.map(({ variant }) => variant)),
    stringParams(changed.map(({ issueId }) => issueId.replaceAll('-', ''))),
  ];
  const open = uint64s(changed.map(({ state }) => (isOpen(state) ? 1n : 0n)));
  const revisions = uint64s(changed.map(({ revision }) => BigInt(revision)));
  const culprits = stringParams(changed.map(({ culprit }) => culprit));
  return sql`INSERT INTO issue_variants (project_number, variant, issue_id, is_open, version, culprit)
SELECT ${uint32(projectNumber)}, toFixedString(unhex(row.1), 16), toFixedString(unhex(row.2), 16), toUInt8(row.3), row.4, row.5
FROM (SELECT arrayJoin(arrayZip(${variants}, ${issues}, ${open}, ${revisions}, ${culprits})) AS row)
SETTINGS distributed_foreground_insert = 1`;
}
