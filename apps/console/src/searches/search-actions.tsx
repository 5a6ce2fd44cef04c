import { useState, type ReactNode } from 'react';
import type { SavedSearch } from '../gen/api.js';
import { ScopeLink } from '../links/scope-link.js';
import { missingScope } from '../session/missing-scope.js';
import { useSession } from '../session/session.js';
import { useMembers } from '../session/use-members.js';
import { Button } from '../ui/controls/button.js';
import buttonClasses from '../ui/controls/button.module.css';
import { DeleteSearchDialog } from './delete-search-dialog.js';
import { DuplicateSearchDialog } from './duplicate-search-dialog.js';
import { EditSearchDialog } from './edit-search-dialog.js';
import classes from './searches.module.css';
import { toSearchTarget } from './to-search-target.js';

interface SearchActionsProps {
  readonly search: SavedSearch;
  readonly onOpen: (id: string) => void;
  readonly onDeleted: () => void;
}

/** Opens, changes, copies or deletes a search. Buttons that the role or the owner does not permit say why. */
export function SearchActions({ search, onOpen, onDeleted }: SearchActionsProps): ReactNode {
  const { can, user } = useSession();
  const { nameOf } = useMembers();
  const [dialog, setDialog] = useState<'edit' | 'duplicate' | 'delete'>();
  const target = toSearchTarget(search);
  const role = can('saved_searches:write') ? undefined : missingScope('saved_searches:write');
  const foreign =
    search.created_by === user.id
      ? undefined
      : `It belongs to ${nameOf(search.created_by)}, who alone can change it. Duplicate it to have your own.`;
  const close = (): void => setDialog(undefined);
  return (
    <div role="group" aria-label="Actions" className={classes.bar}>
      {target && (
        <ScopeLink {...target} className={buttonClasses.button}>
          Open the search
        </ScopeLink>
      )}
      <Button icon="edit" disabledReason={role ?? foreign} onClick={() => setDialog('edit')}>
        Edit
      </Button>
      <Button icon="copy" disabledReason={role} onClick={() => setDialog('duplicate')}>
        Duplicate
      </Button>
      <Button kind="quiet" icon="trash" disabledReason={role ?? foreign} onClick={() => setDialog('delete')}>
        Delete
      </Button>
      {dialog === 'edit' && <EditSearchDialog search={search} onClose={close} />}
      {dialog === 'duplicate' && <DuplicateSearchDialog search={search} onCopied={onOpen} onClose={close} />}
      {dialog === 'delete' && <DeleteSearchDialog search={search} onDeleted={onDeleted} onClose={close} />}
    </div>
  );
}
