import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.js';
import { requestSignIn } from './sign-in.js';

const MAX_ATTEMPTS = 3;
/** A user who would wait longer is told so, in milliseconds. */
const MAX_WAIT_MS = 60_000;

/** Names the answer that has the permissions of the user, as `toKey` does. */
const PERMISSIONS = ['', 'GET /account'];

/**
 * Retries what may succeed later, and at the time that the service asks for; sends a user whose session has ended to sign in, and reads
 * the permissions again when something is refused, because the role may have been lowered meanwhile.
 */
export function createQueryClient(): QueryClient {
  const onError = (error: unknown): void => {
    if (error instanceof ApiError && error.status === 403) void client.invalidateQueries({ queryKey: PERMISSIONS });
  };
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError(error, { queryKey }) {
        // A refusal of the permissions themselves would be asked for again without an end.
        if (queryKey[1] !== PERMISSIONS[1]) onError(error);
      },
    }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        gcTime: 10 * 60_000,
        retry: (count, error) => count + 1 < MAX_ATTEMPTS && isWorthRetrying(error),
        retryDelay: (count, error) => toDelay(count, error),
        refetchOnWindowFocus: false,
      },
      // Requests and answers of changes can contain secrets, and nothing reads them after their form is closed.
      mutations: { gcTime: 0 },
    },
  });
  client.getQueryCache().subscribe(({ query }) => checkSession(query.state.error));
  client.getMutationCache().subscribe(({ mutation }) => checkSession(mutation?.state.error));
  return client;
}

function checkSession(error: unknown): void {
  if (error instanceof ApiError && error.status === 401) requestSignIn();
}

export function isWorthRetrying(error: unknown): boolean {
  if (!(error instanceof ApiError) || (error.details.retryAfterMs ?? 0) > MAX_WAIT_MS) return false;
  return error.status === 0 || error.status === 429 || error.status === 503;
}

/** Milliseconds before the next attempt. */
export function toDelay(count: number, error: unknown): number {
  const asked = error instanceof ApiError ? error.details.retryAfterMs : undefined;
  return asked ?? Math.min(500 * 2 ** count, 15_000);
}
