/** Reasons for rejecting an event, with the text for the client. Neither the text nor the path contains content of the event. */
export const CAPTURE_ERRORS = {
  invalid_type: 'has another type than the field requires',
  missing_field: 'is required and must not be empty',
  duplicate_field: 'stands twice in the event',
  sensitive_event_name: 'contains personal data or a credential',
  not_printable: 'must consist of printable characters, with invisible ones only inside words',
  too_long: 'is longer than the field allows',
  control_character: 'must not contain control characters',
  invalid_timestamp: 'must be an RFC 3339 time with a zone, to nanoseconds',
  timestamp_out_of_range: 'lies beyond the retention of the project or more than 24 hours ahead',
  integer_not_exact: 'has an integer with more digits than JSON numbers keep; send it as a string',
  nesting_too_deep: 'is nested more than 16 levels deep',
  too_many_entries: 'has a map or an array of more than 250 entries',
  property_key_too_long: 'has a name of more than 512 bytes',
  string_too_long: 'has a string of more than 32768 bytes',
  empty_mutation_name: 'has an empty name',
  duplicate_mutation_key: 'has the same name twice',
  mutation_key_conflict: 'has a name that another of set, set_once and unset has too',
  too_many_mutation_keys: 'has, with the others of set, set_once and unset, more than 250 names',
  unset_not_supported: 'is not possible for properties of a group',
  missing_group: 'must be given together with the other of group_type and group_key',
} as const;

export type CaptureErrorCode = keyof typeof CAPTURE_ERRORS;

/** Rejects one event; the other events of the request are not affected. */
export class EventRefusal extends Error {
  constructor(
    readonly code: CaptureErrorCode,
    /** The field of the event, as spelled in the API. */
    readonly field: string,
  ) {
    super(`${field}: ${CAPTURE_ERRORS[code]}`);
    this.name = 'EventRefusal';
  }
}
