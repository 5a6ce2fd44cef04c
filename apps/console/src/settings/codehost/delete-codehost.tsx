import type { ReactNode } from 'react';
import { useApiChange } from '../../api/hooks.js';
import type { CodehostConfig } from '../../gen/api.js';
import { announce } from '../../ui/feedback/announcements.js';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.js';
import { OutsideText } from '../../ui/text/outside-text.js';

interface DeleteCodehostProps {
  readonly config: CodehostConfig;
  readonly onDeleted: () => void;
  readonly onClose: () => void;
}

/** Asks before the project has no repository any more. */
export function DeleteCodehost({ config: { repo, version }, onDeleted, onClose }: DeleteCodehostProps): ReactNode {
  const { mutate, error, isPending } = useApiChange('DELETE /settings/codehost', ['GET /settings/codehost']);
  const onConfirm = (): void => {
    const onSuccess = (): void => {
      announce('Deleted the code host');
      onDeleted();
      onClose();
    };
    mutate({ query: { ...(version !== undefined && { expected_version: version }) } }, { onSuccess });
  };
  return (
    <ConfirmDialog
      title="Delete the code host?"
      action="Delete"
      error={error}
      isPending={isPending}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>
        {'The project no longer names '}
        <OutsideText text={repo} />
        {' as its repository. Nothing is changed in the repository.'}
      </p>
    </ConfirmDialog>
  );
}
