import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { AlertSchema, AlertTransitionSchema } from '@svc/contract';
import type { AlertTransition } from '@svc/relational';
import type { AlertRow } from './lifecycle/alert-row.js';

type Fields = Omit<MessageInitShape<typeof AlertSchema>, '$typeName'>;

export function toAlertFields(alert: AlertRow) {
  const { id, projectId, ruleId, name, severity, state, labels, annotations, value, summary } = alert;
  const { startedAt, firedAt, acknowledgedAt, acknowledgedBy, resolvedAt, resolvedBy, resolution, silenceId } = alert;
  return {
    id,
    projectId,
    ruleId,
    name,
    severity,
    state,
    summary,
    labels: { ...labels },
    annotations: { ...annotations },
    ...(value !== null && { value }),
    startedAt: timestampFromDate(startedAt),
    ...(firedAt && { firedAt: timestampFromDate(firedAt) }),
    ...(acknowledgedAt && { acknowledgedAt: timestampFromDate(acknowledgedAt) }),
    ...(acknowledgedBy !== null && { acknowledgedBy }),
    ...(resolvedAt && { resolvedAt: timestampFromDate(resolvedAt) }),
    ...(resolvedBy !== null && { resolvedBy }),
    ...(resolution !== null && { resolution }),
    ...(silenceId !== null && { silenceId }),
    evaluatedAt: timestampFromDate(alert.evaluatedAt),
  } satisfies Fields;
}

export function toTransitionMessage(transition: AlertTransition): MessageInitShape<typeof AlertTransitionSchema> {
  const { at, fromState, toState, reason, actorType, actorId, note } = transition;
  return {
    at: timestampFromDate(at),
    ...(fromState !== '' && { from: fromState }),
    to: toState,
    reason,
    actor: { type: actorType, id: actorId },
    ...(note !== '' && { note }),
  };
}
