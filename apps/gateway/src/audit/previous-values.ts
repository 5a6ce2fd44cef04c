import type { CallContext, Operation } from '@svc/contract';
import { isId, type Relational } from '@svc/relational';

interface Change {
  readonly context: CallContext;
  /** Values of the path by parameter. */
  readonly target: Readonly<Record<string, string>>;
}

type Lookup = (client: Relational['client'], change: Change) => Promise<Record<string, string>>;

/** Look-ups of replaced or removed values, for operations whose request does not contain them. */
const LOOKUPS: Readonly<Record<string, Lookup>> = {
  'members.set_role': previousRole,
  'members.remove': previousRole,
  'account.security_set': async ({ organization }, { context }) => {
    const rules = await organization.findUniqueOrThrow({
      where: { id: context.organizationId },
      select: { ssoOnly: true, secondFactorRequired: true, maxKeyLifetimeDays: true, sessionIdleMinutes: true },
    });
    return {
      previous_sso_only: String(rules.ssoOnly),
      previous_second_factor_required: String(rules.secondFactorRequired),
      previous_max_api_key_lifetime_days: String(rules.maxKeyLifetimeDays ?? 0),
      previous_session_idle_minutes: String(rules.sessionIdleMinutes ?? 0),
    };
  },
  'settings.config_delete': async ({ configEntry }, { context, target }) => {
    const { entry: id = '' } = target;
    const projectId = context.project?.id;
    if (projectId === undefined) return {};
    const entry = isId(id) ? await configEntry.findFirst({ where: { id, projectId }, select: { key: true } }) : null;
    return { ...(entry && { key: entry.key }) };
  },
};

/** The state before a change, as far as the audit log records it. */
export function readPreviousValues(
  client: Relational['client'],
  { id }: Operation,
  change: Change,
): Promise<Record<string, string>> {
  return LOOKUPS[id]?.(client, change) ?? Promise.resolve({});
}

async function previousRole(
  { membership }: Relational['client'],
  { context: { organizationId }, target }: Change,
): Promise<Record<string, string>> {
  const { user_id: userId = '' } = target;
  if (!isId(userId)) return {};
  const found = await membership.findUnique({ where: { organizationId_userId: { organizationId, userId } } });
  return found ? { previous_role: found.role } : {};
}
