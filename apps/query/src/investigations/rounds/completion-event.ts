import type { Conclusion, Evidence } from '@svc/investigations';
import type { Investigation } from '@svc/relational';
import type { NewDomainEvent } from '@svc/work';
import { isOfRule } from '../terms/rule-starts.js';

/** Sentences of a conclusion that stand in a notification, and their characters. */
const MAX_SENTENCES = 3;
const MAX_TEXT = 600;

/**
 * The event that alerts and incidents follow. Only an investigation that an alert rule has started tells what it has concluded, because the
 * author of the rule has chosen who is notified. No event has the question or the ID of a person: copies of it are outside of the reach
 * of an erasure.
 *
 * @param evidence all of the investigation.
 */
export function completionEvent(
  { id, projectId, subjectType, subjectRef, createdBy, round }: Investigation,
  conclusion: Conclusion,
  evidence: readonly Evidence[],
  now: Date,
): NewDomainEvent {
  return {
    projectId,
    type: 'investigation.completed',
    subject: id,
    occurredAt: now,
    data: {
      round,
      subject_type: subjectType,
      subject_ref: subjectType === 'person' ? '' : subjectRef,
      level: conclusion.level,
      ...(isOfRule(createdBy) && { text: firstSentences(conclusion, evidence) }),
    },
  };
}

/**
 * The first sentences of a conclusion that are about no person: values of attributes can be IDs of persons, too. Copies of them are outside
 * of the reach of an erasure.
 */
export function firstSentences({ claims, text }: Conclusion, evidence: readonly Evidence[]): string {
  const personal = new Set(evidence.filter(isPersonal).map(({ id }) => id));
  const sentences = claims.filter(({ evidenceIds }) => !evidenceIds.some((id) => personal.has(id)));
  const first = sentences.slice(0, MAX_SENTENCES).map((claim) => claim.text);
  return (claims.length > 0 ? first.join(' ') : text).slice(0, MAX_TEXT).toWellFormed();
}

/** Titles of metrics have the values of attributes, and the key of an account can be that of a person. */
const PERSONAL: ReadonlySet<Evidence['kind']> = new Set(['affected', 'affected_accounts', 'metric']);

const isPersonal = ({ kind, entities }: Evidence): boolean =>
  PERSONAL.has(kind) || entities.some(({ type }) => type === 'person' || type === 'attribute');
