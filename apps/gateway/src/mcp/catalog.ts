import { runOperation } from './operations/run-operation.js';
import { searchOperations } from './operations/search-operations.js';
import type { Tool } from './tool.js';
import { whoIsAffected } from './tools/affected.js';
import { getAgentRun } from './tools/agent-run.js';
import { listAlerts } from './tools/alerts.js';
import { ask } from './tools/ask.js';
import { whatChanged } from './tools/changes.js';
import { explainFlag } from './tools/flags.js';
import { getIssue } from './tools/issue.js';
import { listIssues } from './tools/issues.js';
import { searchLogs } from './tools/logs.js';
import { queryMetrics } from './tools/metrics.js';
import { getPerson } from './tools/persons.js';
import { getReplay } from './tools/replay.js';
import { listServices } from './tools/services.js';
import { getTrace } from './tools/trace.js';
import { searchTraces } from './tools/traces.js';
import { whoami } from './tools/whoami.js';

/** Every tool, by name. Clients show the list to a model on each turn, so it stays short; the pair of operations reaches the rest. */
export const TOOLS: readonly Tool[] = [
  ask,
  explainFlag,
  getAgentRun,
  getIssue,
  getPerson,
  getReplay,
  getTrace,
  listAlerts,
  listIssues,
  listServices,
  queryMetrics,
  runOperation,
  searchLogs,
  searchOperations,
  searchTraces,
  whatChanged,
  whoIsAffected,
  whoami,
].toSorted((a, b) => (a.name < b.name ? -1 : 1));

/** The tools that a caller with these scopes sees. */
export function visibleTools(scopes: readonly string[], tools = TOOLS): Tool[] {
  return tools.filter((tool) => tool.scopes.every((scope) => scopes.includes(scope)) && (tool.isVisible?.(scopes) ?? true));
}

/** The scopes that the tools need, for clients that ask for a credential. */
export const TOOL_SCOPES: readonly string[] = [...new Set(TOOLS.flatMap(({ scopes }) => scopes))].toSorted();
