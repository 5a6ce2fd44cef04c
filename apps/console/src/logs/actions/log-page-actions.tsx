import { useState, type ReactNode } from 'react';
import { CopyMenu } from '../../copy/copy-menu.js';
import { useGo } from '../../links/use-go.js';
import { useScope } from '../../scope/scope.js';
import { useSession } from '../../session/session.js';
import { Button } from '../../ui/controls/button.js';
import { later } from '../../ui/controls/later.js';
import type { LogsState } from '../fields.js';
import { toLogsInput, type LogFilter } from '../log-query.js';
import { toRuleDraft } from './rule-draft.js';

const SavedMenu = later(
  async () => (await import('./saved-menu.js')).SavedMenu,
  () => (
    <Button icon="bookmark" aria-disabled>
      Saved
    </Button>
  ),
);
const SaveDialog = later(
  async () => (await import('./save-dialog.js')).SaveDialog,
  () => null,
);
const ExportDialog = later(
  async () => (await import('./export-dialog.js')).ExportDialog,
  () => null,
);

interface LogPageActionsProps {
  readonly filter: LogFilter;
  readonly state: LogsState;
}

/** The actions on the search as a whole. */
export function LogPageActions({ filter, state }: LogPageActionsProps): ReactNode {
  const { project } = useScope();
  const { can } = useSession();
  const [dialog, setDialog] = useState<'save' | 'export'>();
  const go = useGo();
  const close = (): void => setDialog(undefined);
  const onAlert = (): void => go({ to: 'respond', search: { tab: 'rules', new: toRuleDraft(filter) } });
  const reason = (scope: string): string | undefined => (can(scope) ? undefined : `Your role does not have ${scope}.`);
  return (
    <>
      <SavedMenu reason={reason('saved_searches:write')} onSave={() => setDialog('save')} />
      <Button icon="export" disabledReason={reason('export:write')} onClick={() => setDialog('export')}>
        Export
      </Button>
      <Button
        icon="bell"
        title="Make a rule that alerts about these records"
        disabledReason={reason('alerts:write')}
        onClick={onAlert}
      >
        Alert
      </Button>
      <CopyMenu route="GET /logs" input={toLogsInput(filter, state.sort)} project={project} />
      {dialog === 'save' && <SaveDialog filter={filter} onClose={close} />}
      {dialog === 'export' && <ExportDialog filter={filter} onClose={close} />}
    </>
  );
}
