import { absentEvidence, signalEvidence, toEvidence } from '../evidence/evidence.js';
import { logsPath, serviceMapPath, tracesPath } from '../evidence/links.js';
import { logGapSignals } from '../signals/log-gaps.js';
import { operationSignals, wireSignals } from '../signals/operation-signals.js';
import { entityKey } from '../signals/signal.js';
import { stepSignals } from '../signals/step-signals.js';
import { unreachedSignals } from '../signals/target-signals.js';
import { counted } from '../signals/texts.js';
import { strongest, type Check } from './check.js';

/** Reads the calls between services, and how long they wait in between. */
export const SERVICE_MAP: Check<'calls'> = {
  name: 'service_map',
  reading: 'calls',
  kinds: ['service_map'],
  scopes: ['services:read'],
  text: 'Reads who calls whom, and how long calls wait between services',
  interpret(calls, parameters, source) {
    const signals = [...wireSignals(calls), ...unreachedSignals(calls)];
    const path = serviceMapPath(parameters);
    if (calls.length === 0) {
      const title = 'No calls between services were measured, so causes are not ordered along the service map';
      return { signals, evidence: [absentEvidence('service_map', title, path, source)] };
    }
    const callees = new Map(calls.map(({ callee }) => [entityKey(callee), callee]));
    const blind = [...callees.values()].filter(({ type }) => type !== 'service');
    const map = toEvidence(
      {
        kind: 'service_map',
        about: 'map',
        title: `${counted(calls.length, 'connection')} on the service map, ${counted(blind.length, 'target')} without telemetry of its own`,
        finding: 'present',
        entities: blind.slice(0, 20),
        rows: [...calls]
          .sort((a, b) => b.sides.abnormal.calls - a.sides.abnormal.calls)
          .map(({ caller, callee, sides }) => ({
            caller,
            callee: callee.name,
            type: callee.type,
            normal_calls: sides.normal.calls,
            calls: sides.abnormal.calls,
            errors: sides.abnormal.errors,
          })),
        path,
      },
      source,
    );
    return { signals, evidence: [map, ...strongest(signals, 3).map((signal) => signalEvidence(signal, path, source))] };
  },
};

/** Errors and time of each service's own. */
export const OPERATIONS: Check<'operations'> = {
  name: 'operations',
  reading: 'operations',
  kinds: ['own_errors', 'deviation'],
  scopes: ['traces:read'],
  text: 'Compares errors and time of the own of each service, in a sample of traces',
  interpret(operations, parameters, source) {
    const signals = operationSignals(operations);
    const evidence = strongest(signals).map((signal) =>
      signalEvidence(signal, tracesPath(parameters, signal.entity), source),
    );
    if (evidence.some(({ kind }) => kind === 'own_errors')) return { signals, evidence };
    const title =
      operations.length === 0
        ? 'There are no traces of both windows to compare'
        : 'No service has more errors of its own than usual';
    return { signals, evidence: [...evidence, absentEvidence('own_errors', title, tracesPath(parameters), source)] };
  },
};

/** Log patterns and calls that operations make more or less often than usual. */
export const STEPS: Check<'steps'> = {
  name: 'steps',
  reading: 'steps',
  kinds: ['log_pattern'],
  scopes: ['logs:read', 'traces:read'],
  text: 'Compares the log patterns and calls of each operation with normal',
  interpret(steps, parameters, source) {
    const signals = [...stepSignals(steps), ...logGapSignals(steps)];
    const evidence = strongest(signals).map((signal) =>
      signalEvidence(
        signal,
        (signal.kind === 'log_pattern' ? logsPath : tracesPath)(parameters, signal.entity),
        source,
      ),
    );
    if (evidence.some(({ kind }) => kind === 'log_pattern')) return { signals, evidence };
    const title =
      'No log pattern is new or much more frequent than usual, and none lacks the records with which it comes';
    return { signals, evidence: [...evidence, absentEvidence('log_pattern', title, logsPath(parameters), source)] };
  },
};
