import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ApiError } from '../../api/api-error.js';
import { forgetAnswers, useApi } from '../../api/hooks.js';
import { useProjectSlug } from '../../api/project.js';
import { StreamFollower } from '../../api/stream-follower.js';
import type { Investigation } from '../../gen/api.js';
import { applyEvent, isOpen } from './apply-event.js';

const ROUTE = 'GET /investigations/{investigation_id}';

export interface Followed {
  readonly investigation: Investigation | undefined;
  readonly error: ApiError | undefined;
  readonly retry: () => void;
}

/** Reads an investigation, and follows what it finds while it is open. */
export function useInvestigation(id: string, mayRead: boolean): Followed {
  const project = useProjectSlug();
  const client = useQueryClient();
  const path = { investigation_id: id };
  const { data, error, refetch } = useApi(ROUTE, { path }, { enabled: mayRead, keepsPrevious: false });
  const [found, setFound] = useState<Investigation>();
  const [refusal, setRefusal] = useState<ApiError>();
  const [attempt, setAttempt] = useState(0);
  const open = data !== undefined && isOpen(data);
  useEffect(() => setFound(data), [data]);
  useEffect(() => {
    if (!open) return undefined;
    setRefusal(undefined);
    const follower = new StreamFollower(
      { route: 'GET /investigations/{investigation_id}/events', input: { path: { investigation_id: id } }, project },
      {
        onEvent: (name, event) => setFound((before) => before && applyEvent(before, name, event)),
        onOver: (refused) => {
          setRefusal(refused);
          // The answer has what the events have not, such as hypotheses and the budget.
          void forgetAnswers(client, project, [ROUTE, 'GET /investigations']);
        },
      },
    );
    return () => follower.close();
  }, [open, id, project, client, attempt]);
  const retry = (): void => {
    setAttempt((count) => count + 1);
    void refetch();
  };
  return { investigation: found ?? data, error: error ?? (open ? refusal : undefined), retry };
}
