import type { ReactNode } from 'react';
import { useApiChange } from '../../../api/hooks.js';
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.js';
import { Once } from '../../../ui/feedback/once.js';

/** Makes a feed, which ends the one before, and shows its address once. */
export function CreateFeedDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { data, mutate, error, isPending, reset } = useApiChange('POST /oncall/calendar');
  const close = (): void => {
    reset();
    onClose();
  };
  if (data)
    return (
      <Once
        title="Your calendar feed"
        label="Address of the feed"
        secret={new URL(data.path, window.location.origin).href}
        onClose={close}
      >
        <p>Subscribe to it in your calendar program. Everyone who has the address can read your shifts.</p>
      </Once>
    );
  return (
    <ConfirmDialog
      kind="primary"
      title="Create a calendar feed?"
      action="Create the feed"
      error={error}
      isPending={isPending}
      onConfirm={() => mutate({ body: {} })}
      // An address that comes after the dialog is closed would be seen by no one.
      onClose={() => (isPending ? undefined : close())}
    >
      <p>
        A feed that you already have in this project ends: calendars that subscribe to it show nothing new any more.
      </p>
    </ConfirmDialog>
  );
}
