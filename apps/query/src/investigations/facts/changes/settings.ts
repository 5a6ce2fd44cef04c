import { changedResource, findChanges, findProject, SETTING_OPERATIONS } from '@svc/directory';
import type { SettingFact, SettingFacts } from '@svc/investigations';
import type { Relational } from '@svc/relational';
import { requireFound } from '@svc/service-error';
import type { FactReader } from '../reading/fact-reader.js';

/** The most changes, the earliest first. */
const MAX_CHANGES = 50;
/** The scopes that show rules and settings of a project, see the check. */
const SCOPES = ['alerts:read', 'projects:read', 'settings:read'] as const;
const SCOPE_OF = new Map<string, string>(
  SCOPES.flatMap((scope) => SETTING_OPERATIONS[scope].map((operation) => [operation, scope] as const)),
);

/** Rules and settings of the project that were changed in the abnormal window, from the audit log. */
export async function readSettings(reader: FactReader, relational: Relational): Promise<SettingFacts> {
  const { abnormal } = reader.parameters;
  const { projectId } = reader.scope;
  const { organizationId } = requireFound(await findProject(relational.client, projectId));
  const { changes, isComplete } = await findChanges(relational, {
    organizationId,
    projectId,
    operations: [...SCOPE_OF.keys()],
    from: new Date(abnormal.start),
    to: new Date(abnormal.end),
    limit: MAX_CHANGES,
  });
  const facts = changes.flatMap((change): SettingFact[] => {
    const target = changedResource(change);
    const scope = SCOPE_OF.get(change.operation);
    if (scope === undefined) return [];
    return [
      {
        operation: change.operation,
        ...(target !== undefined && { target }),
        at: Date.parse(change.at),
        changedBy: change.principalId,
        scope,
      },
    ];
  });
  return { changes: facts, isComplete };
}
