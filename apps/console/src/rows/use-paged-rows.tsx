import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, type ReactNode } from 'react';
import type { ApiError } from '../api/api-error.js';
import { ErrorBox } from '../ui/feedback/error-box.js';

interface PagedRows<T> {
  readonly rows: readonly T[];
  /** Whether the first answer has arrived, and no page has a row. */
  readonly isEmpty: boolean;
  /** Requests the next page near the end of the rows; undefined if there is none, or if the last attempt has failed. */
  readonly onEnd: (() => void) | undefined;
  /** Says under the last row why the next page did not arrive. */
  readonly foot: ReactNode;
}

/**
 * The rows of all pages that were read. A page that fails is requested again by the user alone.
 *
 * @param toRows a function outside of the component.
 * @param isShown which rows are shown; all if undefined. Further pages are read until there is one.
 */
export function usePagedRows<P, T>(
  pages: UseInfiniteQueryResult<InfiniteData<P>, ApiError>,
  toRows: (page: P) => readonly T[],
  isShown?: (row: T) => boolean,
): PagedRows<T> {
  const { data, error, hasNextPage, isFetchingNextPage, isFetchNextPageError, isPlaceholderData, fetchNextPage } =
    pages;
  const rows = useMemo(() => data?.pages.flatMap((page) => [...toRows(page)]) ?? [], [data, toRows]);
  const requestNext = useCallback(() => {
    if (!isFetchingNextPage) void fetchNextPage();
  }, [isFetchingNextPage, fetchNextPage]);
  const hasFailed = isFetchNextPageError && error !== null;
  const onEnd = hasNextPage && !hasFailed ? requestNext : undefined;
  // A page of a filtered list may be empty although others follow.
  const hasNothing = data !== undefined && !rows.some((row) => isShown?.(row) ?? true);
  useEffect(() => {
    if (hasNothing) onEnd?.();
  }, [hasNothing, onEnd]);
  return {
    rows,
    isEmpty: hasNothing && !hasNextPage && !isPlaceholderData,
    onEnd,
    foot: hasFailed && <ErrorBox error={error} onRetry={() => void fetchNextPage()} />,
  };
}
