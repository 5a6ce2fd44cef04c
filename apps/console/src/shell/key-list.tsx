import type { ReactNode } from 'react';
import { formatKeys } from '../keys/registry.js';
import { IS_MAC, keyRegistry } from '../keys/use-keys.js';
import { Dialog } from '../ui/feedback/dialog.js';
import classes from './key-list.module.css';

/** The keys that work on the page behind the dialog. */
export function KeyList({ onClose }: { readonly onClose: () => void }): ReactNode {
  return (
    <Dialog title="Keyboard" onClose={onClose} isWide>
      <div className={classes.groups}>
        {keyRegistry.groups.map(({ title, bindings }) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl className={classes.keys}>
              {bindings.map(({ keys, label }) => (
                <div key={keys} className={classes.key}>
                  <dt>{label}</dt>
                  <dd>
                    {formatKeys(keys, IS_MAC).map((stroke, index) => (
                      <kbd key={index} className={classes.stroke}>
                        {stroke}
                      </kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
