import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/** Moves the focus to the content of a page that was opened from one that had the focus, so that Tab goes on in it. */
export function useFocusInPage(): void {
  const pathname = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const before = useRef(pathname);
  useEffect(() => {
    const isOpened = before.current !== undefined && before.current !== pathname;
    before.current = pathname;
    if (!isOpened || document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true });
  }, [pathname]);
}
