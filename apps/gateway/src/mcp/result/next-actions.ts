/** A tool to call next. */
export interface NextAction {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, string>>;
  readonly reason: string;
}

/**
 * The actions that a result may suggest. Nothing recorded by others gets into an action but an ID that has the form of an ID: a
 * suggestion that contained other text would be an instruction of whoever recorded it.
 */
const ACTIONS = {
  readTrace: [
    'get_trace',
    'trace_id',
    'Shows the critical path, the errors and the logs of the trace of the first row.',
  ],
  readIssue: ['get_issue', 'issue_id', 'Shows the stack, the releases and the impact of the first issue.'],
  readAffected: ['who_is_affected', 'issue_id', 'Lists the persons and accounts that the issue affected.'],
  readIncidentAffected: [
    'who_is_affected',
    'incident_id',
    'Lists the persons that the issues of the incident affected.',
  ],
  readReplay: ['get_replay', 'session_id', 'Shows what the person did and saw in the recorded session.'],
  readChanges: ['what_changed', '', 'Lists releases and changes of flags in the last day.'],
  listIssues: ['list_issues', '', 'Lists the issues with the latest errors.'],
  listAlerts: ['list_alerts', '', 'Lists what is wrong now: alerts, anomalies and incidents.'],
  awaitInvestigation: ['investigate', 'investigation_id', 'Waits for the investigation, and shows its conclusion.'],
  searchOperations: ['search_operations', '', 'Finds an operation for anything that no tool does.'],
  readIdentity: ['whoami', '', 'Shows the projects and scopes of the credential.'],
} as const satisfies Readonly<Record<string, readonly [tool: string, argument: string, reason: string]>>;

/** IDs of traces, spans and records, and numbers of incidents. */
const ID = /^(?:[0-9a-f]{16}|[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|INC-[1-9][0-9]{0,9})$/i;

/** An action of the list; undefined if it needs an ID and there is none. */
export function nextAction(name: keyof typeof ACTIONS, id?: unknown): NextAction | undefined {
  const [tool, argument, reason] = ACTIONS[name];
  if (argument === '') return { tool, arguments: {}, reason };
  return typeof id === 'string' && ID.test(id) ? { tool, arguments: { [argument]: id }, reason } : undefined;
}

/** The actions that exist and whose tools the caller sees. */
export function visibleActions(actions: readonly (NextAction | undefined)[], tools: ReadonlySet<string>): NextAction[] {
  return actions.filter((action) => action !== undefined && tools.has(action.tool)) as NextAction[];
}
