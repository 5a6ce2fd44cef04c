import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { ApiError } from '../../../api/api-error.js';
import { call, type Route } from '../../../api/call.js';
import { forgetAnswers } from '../../../api/hooks.js';
import type { Incident } from '../../../gen/api.js';
import { useScope } from '../../../scope/scope.js';
import { announce } from '../../../ui/feedback/announcements.js';
import { describeDone, type IncidentAction } from './actions.js';
import { sendAction } from './send-action.js';

/** A change that was not made. */
export type Refused =
  | {
      readonly kind: 'conflict';
      readonly action: IncidentAction;
      readonly before: Incident;
      readonly now: Incident;
      readonly onDone?: (() => void) | undefined;
    }
  | { readonly kind: 'failed'; readonly error: Error };

export interface IncidentChange {
  /**
   * Changes the incident in the version that was looked at.
   *
   * @param onDone called once the change is made, also if it was refused first and is applied again.
   */
  readonly run: (incident: Incident, action: IncidentAction, onDone?: () => void) => Promise<void>;
  readonly refused: Refused | undefined;
  readonly dismiss: () => void;
}

const READS: readonly Route[] = [
  'GET /incidents',
  'GET /incidents/{incident_id}',
  'GET /incidents/{incident_id}/timeline',
];

/** Changes an incident, one change at a time. */
export function useIncidentChange(): IncidentChange {
  const { project } = useScope();
  const client = useQueryClient();
  const [refused, setRefused] = useState<Refused>();
  // Own changes count versions too, and the page shows them a moment later.
  const version = useRef(0);
  const busy = useRef(false);
  const run = useCallback(
    async (incident: Incident, action: IncidentAction, onDone?: () => void) => {
      if (busy.current) {
        announce('The change before is not finished yet.');
        return;
      }
      busy.current = true;
      const before = { ...incident, version: Math.max(incident.version, version.current) };
      try {
        const now = await sendAction(action, before, project);
        version.current = now.version;
        announce(describeDone(action));
        onDone?.();
      } catch (error) {
        const failed = await toRefused(action, before, error as Error, project);
        setRefused(failed.kind === 'conflict' ? { ...failed, onDone } : failed);
      } finally {
        busy.current = false;
        void forgetAnswers(client, project, READS);
      }
    },
    [client, project],
  );
  const dismiss = useCallback(() => setRefused(undefined), []);
  return { run, refused, dismiss };
}

async function toRefused(action: IncidentAction, before: Incident, error: Error, project: string): Promise<Refused> {
  const hasChanged = error instanceof ApiError && (error.status === 409 || error.status === 412);
  if (!hasChanged) return { kind: 'failed', error };
  try {
    const now = await call('GET /incidents/{incident_id}', { path: { incident_id: before.id } }, { project });
    return { kind: 'conflict', action, before, now };
  } catch (failure) {
    return { kind: 'failed', error: failure as Error };
  }
}
