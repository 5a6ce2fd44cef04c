/** An event of the capture wire. */
export type Captured = Readonly<Record<string, unknown>>;

/** What both kinds of SDK send: one JSON object for each call of their interface. */
export type SdkCall = Readonly<Record<string, unknown>>;

type Members = Readonly<Record<string, unknown>>;
const members = (value: unknown): Members => (typeof value === 'object' && value !== null ? (value as Members) : {});

/** One call of a PostHog SDK: the element of a batch. */
export function fromPostHog({ event, distinct_id, timestamp, uuid, properties }: SdkCall): Captured {
  const { $set, $set_once, $session_id, $anon_distinct_id, $group_type, $group_key, $group_set, ...own } =
    members(properties);
  const sent = { distinct_id, timestamp, message_id: uuid, session_id: $session_id };
  const writes = { set: $set, set_once: $set_once };
  switch (event) {
    case '$identify':
      return { ...sent, ...writes, event: 'identify', anon_distinct_id: $anon_distinct_id };
    case '$create_alias':
      return { ...sent, event: 'identify', anon_distinct_id: own['alias'] };
    case '$groupidentify':
      return { ...sent, event, group_type: $group_type, group_key: $group_key, set: $group_set };
    default:
      return { ...sent, ...writes, event, properties: own };
  }
}

/** One call of a Segment SDK. Its groups have no types: all are of one. */
export function fromSegment(call: SdkCall, groupType = 'company'): Captured {
  const { type, event, name, userId, anonymousId, previousId, groupId, timestamp, messageId } = call;
  const { traits, properties } = call;
  const isKnown = userId !== undefined;
  const sent = { distinct_id: isKnown ? userId : anonymousId, timestamp, message_id: messageId };
  const linked = isKnown ? { ...sent, anon_distinct_id: anonymousId } : sent;
  const ofGroup = members(call['context'])['groupId'];
  const $groups = ofGroup === undefined ? {} : { $groups: { [groupType]: ofGroup } };
  switch (type) {
    case 'identify':
      return { ...linked, event: 'identify', set: traits };
    case 'alias':
      return { ...sent, event: 'identify', anon_distinct_id: previousId };
    case 'group':
      return { ...sent, event: '$groupidentify', group_type: groupType, group_key: groupId, set: traits };
    case 'track':
      return { ...linked, event, properties: { ...members(properties), ...$groups } };
    default:
      return { ...linked, event: type, properties: { name, ...members(properties), ...$groups } };
  }
}
