import { Menu } from '@base-ui/react/menu';
import type { ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import { useGo } from '../../links/use-go.js';
import { fromSavedQuery } from '../../search/saved-query.js';
import buttonClasses from '../../ui/controls/button.module.css';
import { Icon } from '../../ui/controls/icon.js';
import menuClasses from '../../ui/controls/menu.module.css';
import { OutsideText } from '../../ui/text/outside-text.js';
import { useSearchState } from '../../url/use-search-state.js';
import { LOGS_AND_ENV } from '../fields.js';

const SHOWN = 100;

interface SavedMenuProps {
  /** Opens the dialog that saves the search of the page. */
  readonly onSave: () => void;
  /** Why the user cannot save; undefined if they can. */
  readonly reason: string | undefined;
}

/** Opens a saved search, or saves this one. */
export function SavedMenu({ onSave, reason }: SavedMenuProps): ReactNode {
  const [, update] = useSearchState(LOGS_AND_ENV);
  const go = useGo();
  const { data } = useApi('GET /search/saved', { query: { signal: 'logs', limit: SHOWN } });
  const searches = data?.saved_searches ?? [];
  return (
    <Menu.Root>
      <Menu.Trigger className={buttonClasses.button}>
        <Icon name="bookmark" />
        Saved
        <Icon name="down" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={4} align="end" className={menuClasses.positioner}>
          <Menu.Popup className={menuClasses.popup}>
            <Menu.Item className={menuClasses.item} disabled={reason !== undefined} title={reason} onClick={onSave}>
              <Icon name="plus" />
              Save this search
            </Menu.Item>
            <Menu.Item className={menuClasses.item} onClick={() => go({ to: 'searches' })}>
              <Icon name="edit" />
              Manage saved searches
            </Menu.Item>
            <div className={menuClasses.separator} role="separator" />
            {data && searches.length === 0 && <p className={menuClasses.note}>No search is saved yet.</p>}
            {searches.map(({ id, name, query, is_shared: isShared }) => (
              <Menu.Item
                key={id}
                className={menuClasses.item}
                title={isShared ? 'Saved for the team' : 'Saved for you'}
                onClick={() => {
                  const { state, env } = fromSavedQuery(query);
                  update({ ...state, env, live: false });
                }}
              >
                <Icon name={isShared ? 'customers' : 'user'} />
                <OutsideText text={name} />
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
