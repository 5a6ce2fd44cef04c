/** Kinds of entries of a timeline, in the order of their chips. */
export const KINDS = ['event', 'log', 'trace', 'error', 'agent_run', 'replay', 'incident', 'flag'] as const;
export type Kind = (typeof KINDS)[number];

const LABELS: Readonly<Record<Kind, readonly [one: string, many: string]>> = {
  event: ['event', 'Events'],
  log: ['log', 'Logs'],
  trace: ['trace', 'Traces'],
  error: ['error', 'Errors'],
  agent_run: ['agent run', 'Agent runs'],
  replay: ['recording', 'Recordings'],
  incident: ['incident', 'Incidents'],
  flag: ['flag', 'Flags'],
};

export function isKind(text: string): text is Kind {
  return (KINDS as readonly string[]).includes(text);
}

export function labelOne(kind: string): string {
  return isKind(kind) ? LABELS[kind][0] : kind;
}

export function labelMany(kind: Kind): string {
  return LABELS[kind][1];
}

const SCOPES: Readonly<Record<string, string>> = {
  'agent_runs:read': 'runs of agents',
  'replay:read': 'recordings',
  'incidents:read': 'incidents',
  'flags:read': 'values of flags',
};

/** Names the kinds that a timeline leaves out, and why; undefined if it is complete. */
export function describeOmitted(scopes: readonly string[]): string | undefined {
  if (scopes.length === 0) return undefined;
  const names = scopes.map((scope) => SCOPES[scope] ?? `what needs ${scope}`);
  return `Left out: ${names.join(', ')}. Your role does not have ${scopes.join(', ')}.`;
}
