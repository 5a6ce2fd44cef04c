/** The kinds of things from which an investigation can start. */
export const SUBJECTS = [
  { value: 'question', label: 'The question alone' },
  { value: 'incident', label: 'An incident' },
  { value: 'alert', label: 'An alert' },
  { value: 'issue', label: 'An issue' },
  { value: 'anomaly', label: 'An anomaly' },
  { value: 'trace', label: 'A trace' },
  { value: 'person', label: 'A person' },
] as const;

export interface Subject {
  readonly type: (typeof SUBJECTS)[number]['value'];
  readonly ref: string;
}

/** The subject in an address, such as `issue:…`. */
export function toSubject(text: string): Subject {
  const at = text.indexOf(':');
  const known = SUBJECTS.find(({ value }) => value === (at < 0 ? text : text.slice(0, at)));
  return { type: known?.value ?? 'question', ref: known === undefined || at < 0 ? '' : text.slice(at + 1) };
}
