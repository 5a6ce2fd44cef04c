import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type InfiniteData,
  type QueryClient,
  type UseInfiniteQueryResult,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import type { Pagination } from '../gen/api.js';
import type { ApiError } from './api-error.js';
import { call, type Answer, type Input, type Route } from './call.js';
import { useProjectSlug } from './project.js';

/** Operations that are not about a project. */
const OF_ORGANIZATION = /^\w+ \/(?:users\/me|account|projects|invitations)(?:\/|$)/;

/** The project of an operation: that of the address, or none. */
function projectOf(route: Route, slug: string | undefined): string | undefined {
  return OF_ORGANIZATION.test(route) && route !== 'GET /projects/current' ? undefined : slug;
}

interface ApiOptions {
  /** Sends no request while false. */
  readonly enabled?: boolean;
  /** Milliseconds between requests while the page is visible. */
  readonly refetchInterval?: number | false;
  /** Shows the last answer while the next one is on its way; true by default. */
  readonly keepsPrevious?: boolean;
  /** Milliseconds for which an answer is not requested again. */
  readonly staleTime?: number;
}

interface PagesOptions extends ApiOptions {
  /** Stops the requests between while more than one page is loaded, because all of them would be read again. */
  readonly pollsOnePage?: boolean;
}

/** Reads from the project of the address, or from the organization where there is none. */
export function useApi<R extends Route>(
  route: R,
  input: Input<R>,
  { keepsPrevious = true, refetchInterval = false, ...options }: ApiOptions = {},
): UseQueryResult<Answer<R>, ApiError> {
  const project = useProjectSlug();
  return useQuery<Answer<R>, ApiError>({
    queryKey: toKey(project, route, input),
    queryFn: ({ signal }) => call(route, input, { project: projectOf(route, project), signal }),
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
    // Nothing that was deleted comes back.
    refetchInterval: ({ state }) => (state.error?.status === 404 ? false : refetchInterval),
    ...options,
  });
}

/** The key of an answer; the first two parts name all answers of an operation in a project. */
export function toKey<R extends Route>(project: string | undefined, route: R, input?: Input<R>): readonly unknown[] {
  const owner = projectOf(route, project) ?? '';
  return input === undefined ? [owner, route] : [owner, route, input];
}

type PagedRoute = { [R in Route]: Answer<R> extends { readonly pagination?: Pagination } ? R : never }[Route];

/** Reads a list page after page. */
export function useApiPages<R extends PagedRoute>(
  route: R,
  input: Input<R>,
  { keepsPrevious = true, pollsOnePage = false, refetchInterval = false, ...options }: PagesOptions = {},
): UseInfiniteQueryResult<InfiniteData<Answer<R>>, ApiError> {
  const project = useProjectSlug();
  return useInfiniteQuery<Answer<R>, ApiError, InfiniteData<Answer<R>>, readonly unknown[], string | undefined>({
    queryKey: [...toKey(project, route, input), 'pages'],
    queryFn: ({ signal, pageParam }) =>
      call(route, pageParam === undefined ? input : withCursor(input, pageParam), {
        project: projectOf(route, project),
        signal,
      }),
    initialPageParam: undefined,
    getNextPageParam: (page) => (page as { readonly pagination?: Pagination }).pagination?.next_cursor,
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
    refetchInterval: ({ state }) => (pollsOnePage && (state.data?.pages.length ?? 0) > 1 ? false : refetchInterval),
    ...options,
  });
}

function withCursor<R extends Route>(input: Input<R>, cursor: string): Input<R> {
  const { query } = input as { readonly query?: object };
  return { ...input, query: { ...query, cursor } };
}

/**
 * Changes something.
 *
 * @param changes the operations whose answers change with it.
 */
export function useApiChange<R extends Route>(
  route: R,
  changes: readonly Route[] = [],
): UseMutationResult<Answer<R>, ApiError, Input<R>> {
  const project = useProjectSlug();
  const client = useQueryClient();
  return useMutation<Answer<R>, ApiError, Input<R>>({
    mutationFn: (input) => call(route, input, { project: projectOf(route, project) }),
    onSuccess: () => forgetAnswers(client, project, changes),
    // Someone else has changed what this page shows.
    onError: ({ code }) => (code === 'version_conflict' ? client.invalidateQueries() : undefined),
  });
}

export async function forgetAnswers(
  client: QueryClient,
  project: string | undefined,
  routes: readonly Route[],
): Promise<void> {
  await Promise.all(routes.map((route) => client.invalidateQueries({ queryKey: toKey(project, route) })));
}
