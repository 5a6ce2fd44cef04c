import { useBlocker } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button } from '../ui/controls/button.js';
import { Dialog } from '../ui/feedback/dialog.js';
import type { Search } from '../url/codec.js';

interface LeaveGuardProps {
  /** Whether something is lost by leaving. */
  readonly isChanged: boolean;
  /** Whether the same page with these parameters keeps what was changed. */
  readonly isKept: (search: Search) => boolean;
  /** A sentence about what is lost. */
  readonly text: string;
}

/** Asks before a page is left with changes that are not saved. */
export function LeaveGuard({ isChanged, isKept, text }: LeaveGuardProps): ReactNode {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isChanged && !(next.pathname === current.pathname && isKept(next.search as Search)),
    enableBeforeUnload: isChanged,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <Dialog
      title="Leave without saving?"
      onClose={blocker.reset}
      actions={
        <>
          <Button onClick={blocker.reset}>Stay</Button>
          <Button kind="danger" onClick={blocker.proceed}>
            Leave
          </Button>
        </>
      }
    >
      <p>{text}</p>
    </Dialog>
  );
}
