import { useLayoutEffect, type RefObject } from 'react';

/** Rows that can have the focus and are open. */
const OPEN_ROW = '[role="row"][aria-selected="true"][tabindex]';

/**
 * Gives the focus to the row whose details are in the element, or back to what had it before, when the element goes away with the focus
 * in it. Otherwise the keyboard would begin again at the top of the page.
 */
export function useReturnedFocus(ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = ref.current;
    const before = document.activeElement;
    return () => {
      if (element?.contains(document.activeElement) !== true) return;
      const target = element.parentElement?.querySelector(OPEN_ROW) ?? before;
      if (target instanceof HTMLElement && target !== document.body) target.focus({ preventScroll: true });
    };
  }, [ref]);
}
