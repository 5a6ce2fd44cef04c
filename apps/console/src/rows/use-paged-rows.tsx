import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useCallback, useMemo, type ReactNode } from 'react';
import type { ApiError } from '../api/api-error.js';
import { ErrorBox } from '../ui/feedback/error-box.js';

interface PagedRows<T> {
  readonly rows: readonly T[];
  /** Requests the next page near the end of the rows; undefined if there is none, or if the last attempt has failed. */
  readonly onEnd: (() => void) | undefined;
  /** Says under the last row why the next page did not arrive. */
  readonly foot: ReactNode;
}

/**
 * The rows of all pages that were read. A page that fails is requested again by the user alone.
 *
 * @param toRows a function outside of the component.
 */
export function usePagedRows<P, T>(
  pages: UseInfiniteQueryResult<InfiniteData<P>, ApiError>,
  toRows: (page: P) => readonly T[],
): PagedRows<T> {
  const { data, error, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = pages;
  const rows = useMemo(() => data?.pages.flatMap((page) => [...toRows(page)]) ?? [], [data, toRows]);
  const onEnd = useCallback(() => {
    if (!isFetchingNextPage) void fetchNextPage();
  }, [isFetchingNextPage, fetchNextPage]);
  const hasFailed = isFetchNextPageError && error !== null;
  return {
    rows,
    onEnd: hasNextPage && !hasFailed ? onEnd : undefined,
    foot: hasFailed && <ErrorBox error={error} onRetry={() => void fetchNextPage()} />,
  };
}
