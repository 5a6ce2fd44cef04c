import type { ReactNode } from 'react';
import type { Route } from '../api/call.js';
import { Button } from '../ui/controls/button.js';
import { later } from '../ui/controls/later.js';
import type { CopyMenuProps } from './loaded-copy-menu.js';

const Loaded = later<CopyMenuProps<Route>>(
  async () => (await import('./loaded-copy-menu.js')).LoadedCopyMenu,
  () => (
    <Button icon="copy" aria-disabled>
      Copy as
    </Button>
  ),
);

/** Copies what the page shows: as a link, as a command line of svc, or as a request with curl. */
export function CopyMenu<R extends Route>(props: CopyMenuProps<R>): ReactNode {
  return <Loaded {...(props as unknown as CopyMenuProps<Route>)} />;
}
