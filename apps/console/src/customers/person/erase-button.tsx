import { useState, type ReactNode } from 'react';
import type { Person } from '../../gen/api.js';
import { missingScope } from '../../session/missing-scope.js';
import { useSession } from '../../session/session.js';
import { Button } from '../../ui/controls/button.js';
import { EraseDialog } from './erase-dialog.js';

/** Opens the question before a person is erased. */
export function EraseButton({ person }: { readonly person: Person }): ReactNode {
  const { can } = useSession();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        icon="trash"
        title="Erase the person with all data"
        disabledReason={can('persons:write') ? undefined : missingScope('persons:write')}
        onClick={() => setOpen(true)}
      >
        Erase
      </Button>
      {isOpen && <EraseDialog person={person} onClose={() => setOpen(false)} />}
    </>
  );
}
