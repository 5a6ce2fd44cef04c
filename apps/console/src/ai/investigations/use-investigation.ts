import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ApiError } from '../../api/api-error.js';
import { forgetAnswers, useApi } from '../../api/hooks.js';
import { parseExact } from '../../api/parse-exact.js';
import { useProjectSlug } from '../../api/project.js';
import { readStream } from '../../api/stream.js';
import type { Investigation } from '../../gen/api.js';
import { applyEvent, isOpen } from './apply-event.js';

/** Milliseconds until a stream that has broken is read again. */
const RETRY_MS = 3_000;
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
  const open = data !== undefined && isOpen(data);
  useEffect(() => setFound(data), [data]);
  useEffect(() => {
    if (!open) return undefined;
    const closed = new AbortController();
    const { signal } = closed;
    void follow();
    return () => closed.abort();

    async function follow(): Promise<void> {
      let lastEventId: string | undefined;
      let isOver = false;
      while (!isOver && !signal.aborted) {
        const options = { project, signal, lastEventId };
        await readStream(
          'GET /investigations/{investigation_id}/events',
          { path: { investigation_id: id } },
          options,
          (event) => {
            lastEventId = event.id ?? lastEventId;
            isOver ||= event.event === 'end';
            const payload = parseExact(event.data);
            setFound((before) => before && applyEvent(before, event.event ?? '', payload));
          },
        ).catch(() => undefined);
        if (!isOver && !signal.aborted) await wait(RETRY_MS, signal);
      }
      // The answer has what the events have not, such as hypotheses and the budget.
      if (!signal.aborted) await forgetAnswers(client, project, [ROUTE, 'GET /investigations']);
    }
  }, [open, id, project, client]);
  return { investigation: found ?? data, error: error ?? undefined, retry: () => void refetch() };
}

async function wait(ms: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
