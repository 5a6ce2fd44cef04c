import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Inject, Injectable } from '@nestjs/common';
import type { Relational } from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';
import type { Responder } from '../timeline/responder.js';

/** Operations that change how a project behaves, by the scope that shows what they change. */
const OPERATIONS: Readonly<Record<string, readonly string[]>> = {
  'account:read': ['account.security_set'],
  'alerts:read': [
    ...['alert_rules.create', 'alert_rules.update', 'alert_rules.delete'],
    ...['silences.create', 'silences.delete', 'inhibition.set', 'inhibition.delete'],
  ],
  'escalation:read': ['escalation.create', 'escalation.update', 'escalation.delete'],
  'notifications:read': ['channels.create', 'channels.update', 'channels.delete'],
  'projects:read': ['projects.update'],
  'settings:read': [
    ...['settings.config_set', 'settings.config_delete', 'settings.codehost_set', 'settings.codehost_delete'],
  ],
};

/** The scopes without which some changes of settings are not shown. */
export const SETTING_SCOPES: readonly string[] = Object.keys(OPERATIONS);

/** Entries of the audit log that are looked through, of the project and of the organization each. */
const MAX_ENTRIES = 10_000;

/** An entry is written later than what it records, by this much at most where it is of interest. */
const LATE_MS = 60_000;

interface FoundRow {
  readonly at: string;
  readonly operation: string;
  readonly target: Readonly<Record<string, string>>;
  readonly madeId: string | null;
  readonly principalId: string;
}

interface Found {
  readonly scanned: number;
  readonly found: readonly FoundRow[];
}

/** Changes of settings, from the audit log: what was changed when and by whom, never a value. */
@Injectable()
export class SettingChanges {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  /** The changes that the responder may see, the earliest first; one more than the limit if there are more. */
  async read({ projectId, context, scopes, actor }: Responder, from: Date, to: Date, limit: number) {
    const shown = SETTING_SCOPES.filter(
      // A key of a project cannot read the rules of the organization, whatever its scopes.
      (scope) => scopes.has(scope) && (scope !== 'account:read' || actor.type === 'user'),
    );
    const operations = shown.flatMap((scope) => OPERATIONS[scope] ?? []);
    const [answer] = await this.relational.rows<Found>(STATEMENT, [
      ...[context.organizationId, projectId, operations, from, to, firstId(from), firstId(to, LATE_MS)],
      ...[limit + 1, MAX_ENTRIES],
    ]);
    const { found, scanned } = answer ?? { found: [], scanned: 0 };
    const items = found.map(({ at, operation, target, madeId, principalId }) => {
      const { project_id: _, ...ids } = target;
      const changed = Object.values(ids)[0] ?? madeId ?? undefined;
      return {
        changedAt: timestampFromDate(new Date(at)),
        operation,
        changedBy: principalId,
        ...(changed !== undefined && { target: changed }),
      };
    });
    return { items: items.slice(0, limit), truncated: items.length > limit || scanned >= MAX_ENTRIES };
  }
}

/** IDs of entries begin with the time at which they were created, so that the index of a project is read from there. */
function firstId(time: Date, moreMs = 0): string {
  const hex = (time.getTime() + moreMs).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

const STATEMENT = `
  WITH scanned AS MATERIALIZED (
    (SELECT id, at, operation, target, principal_id FROM audit_entries
     WHERE organization_id = $1 AND project_id = $2 AND id >= $6::uuid AND id < $7::uuid ORDER BY id LIMIT $9)
    UNION ALL
    (SELECT id, at, operation, target, principal_id FROM audit_entries
     WHERE organization_id = $1 AND project_id IS NULL AND id >= $6::uuid AND id < $7::uuid ORDER BY id LIMIT $9)
  ), found AS (
    SELECT scanned.at, scanned.operation, scanned.target, outcome.made_id AS "madeId",
      scanned.principal_id AS "principalId"
    FROM scanned JOIN audit_outcomes outcome ON outcome.entry_id = scanned.id AND outcome.status < 300
    WHERE operation = ANY($3::text[]) AND scanned.at BETWEEN $4 AND $5
      AND COALESCE(scanned.target->>'project_id', $2::text) = $2::text
    ORDER BY scanned.id LIMIT $8
  )
  SELECT (SELECT count(*) FROM scanned)::integer AS scanned,
    COALESCE((SELECT json_agg(found) FROM found), '[]'::json) AS found`;
