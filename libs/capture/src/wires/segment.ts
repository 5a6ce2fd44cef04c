import { toMembers, type SdkCall, type TranslatedEvent } from './calls.js';

/** Segment's groups have no type; all are of this one. */
const GROUP_TYPE = 'company';

/**
 * The calls in the body of a Segment SDK: a batch, or a single call.
 *
 * @param type of a single call: its route names it.
 */
export function segmentCalls(body: unknown, type: string): readonly unknown[] {
  const { batch } = toMembers(body);
  if (Array.isArray(batch)) return batch as unknown[];
  const call = toMembers(body);
  return [type === 'batch' ? call : { ...call, type }];
}

/** One call of a Segment SDK as an event. */
export function fromSegment(call: SdkCall): TranslatedEvent {
  const { type, event, name, category, userId, anonymousId, previousId, groupId, messageId, traits, properties } = call;
  const isKnown = isGiven(userId);
  const sent = {
    distinct_id: isKnown ? userId : anonymousId,
    timestamp: call['timestamp'] || call['originalTimestamp'] || undefined,
    message_id: messageId,
  };
  const linked = isKnown ? { ...sent, anon_distinct_id: anonymousId } : sent;
  const group = toMembers(call['context'])['groupId'];
  const $groups = isGiven(group) && { $groups: { [GROUP_TYPE]: group } };
  switch (type) {
    case 'identify':
      return { ...linked, event: 'identify', set: traits };
    case 'alias':
      return { ...sent, event: 'identify', anon_distinct_id: previousId };
    case 'group':
      return { ...sent, event: '$groupidentify', group_type: GROUP_TYPE, group_key: groupId, set: traits };
    case 'page':
    case 'screen': {
      const named = { ...(isGiven(name) && { name }), ...(isGiven(category) && { category }) };
      return { ...linked, event: type, properties: { ...named, ...toMembers(properties), ...$groups } };
    }
    default:
      return { ...linked, event, properties: { ...toMembers(properties), ...$groups } };
  }
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}
