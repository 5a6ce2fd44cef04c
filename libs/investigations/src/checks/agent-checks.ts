import { absentEvidence, signalEvidence } from '../evidence/evidence.js';
import { agentRunsPath } from '../evidence/links.js';
import { MAX_AGENTS } from '../facts/agent-facts.js';
import { agentSignals } from '../signals/agent-signals.js';
import { strongest, type Check } from './check.js';

/** Runs of agents that cost more than usual, or fail more often. */
export const AGENTS: Check<'agents'> = {
  name: 'agents',
  reading: 'agents',
  kinds: ['agent_run', 'agent_cost'],
  scopes: ['agent_runs:read'],
  text: 'Compares cost, number and failures of the runs of each agent with normal',
  interpret(rows, parameters, source) {
    const signals = agentSignals(rows, parameters);
    const evidence = strongest(signals).map((signal) =>
      signalEvidence(signal, agentRunsPath(parameters, signal.entity), source),
    );
    if (evidence.length > 0) return { signals, evidence };
    const agents = new Set(rows.map(({ agent }) => agent)).size;
    const path = agentRunsPath(parameters);
    const title =
      agents === 0
        ? 'There are no runs of agents with a name in either window'
        : `No agent${agents < MAX_AGENTS ? '' : ` of the ${MAX_AGENTS} that cost most`} costs more or fails more often than usual`;
    return { signals, evidence: [absentEvidence('agent_run', title, path, source)] };
  },
};
