import type { Tool } from '../tool/tool.js';
import { whoIsAffected } from './affected.js';
import { getAgentRun } from './agent-run.js';
import { listAlerts } from './alerts.js';
import { ask } from './ask.js';
import { whatChanged } from './changes.js';
import { explainFlag } from './flags.js';
import { investigate } from './investigations/investigate.js';
import { getIssue } from './issue.js';
import { listIssues } from './issues.js';
import { searchLogs } from './logs.js';
import { queryMetrics } from './metrics.js';
import { runOperation } from './operations/run-operation.js';
import { searchOperations } from './operations/search-operations.js';
import { getPerson } from './persons.js';
import { getReplay } from './replay.js';
import { listServices } from './services.js';
import { getTrace } from './trace.js';
import { searchTraces } from './traces.js';
import { whoami } from './whoami.js';

/** Every tool, by name. Clients show the list to a model on each turn, so it stays short; the pair of operations reaches the rest. */
export const TOOLS: readonly Tool[] = [
  ask,
  explainFlag,
  getAgentRun,
  getIssue,
  getPerson,
  getReplay,
  getTrace,
  investigate,
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
  return tools.filter(
    (tool) => tool.scopes.every((scope) => scopes.includes(scope)) && (tool.isVisible?.(scopes) ?? true),
  );
}
