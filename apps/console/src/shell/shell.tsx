import { Outlet } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useKeyboard, useKeys } from '../keys/use-keys.js';
import { useGo } from '../links/use-go.js';
import { useScope } from '../scope/scope.js';
import { Button } from '../ui/controls/button.js';
import { later } from '../ui/controls/later.js';
import { Announcements } from '../ui/feedback/announcements.js';
import { Dialog } from '../ui/feedback/dialog.js';
import { KeyList } from './key-list.js';
import { Nav } from './nav.js';
import { SECTIONS } from './pages.js';
import { Palette } from './palette.js';
import { ScopeBar } from './scope-bar.js';
import classes from './shell.module.css';
import { useFocusInPage } from './use-focus-in-page.js';

const UserMenu = later(
  async () => (await import('./user-menu.js')).UserMenu,
  () => null,
);

type Overlay = 'nav' | 'palette' | 'keys';

/** The frame of every page about a project: navigation, scope bar, palette and keys. */
export function Shell(): ReactNode {
  const [overlay, setOverlay] = useState<Overlay>();
  const close = (): void => setOverlay(undefined);
  useKeyboard();
  useFocusInPage();
  useShellKeys(setOverlay);
  return (
    <div className={classes.shell}>
      <a href="#main" className={classes.skip}>
        Skip to the content
      </a>
      <aside className={classes.side}>
        <Brand />
        <Nav />
        <div className={classes.sideFoot}>
          <UserMenu />
        </div>
      </aside>
      <header className={classes.top}>
        <span className={classes.narrow}>
          <Button kind="quiet" icon="menu" aria-label="Menu" onClick={() => setOverlay('nav')} />
        </span>
        <ScopeBar />
        <Button
          icon="search"
          shortcut={'mod+k'}
          title="Search pages, IDs and actions"
          onClick={() => setOverlay('palette')}
        >
          <span className={classes.wideText}>Find</span>
        </Button>
      </header>
      <main id="main" tabIndex={-1} className={classes.main}>
        <Outlet />
      </main>
      <Announcements />
      {overlay === 'palette' && <Palette onClose={close} onShowKeys={() => setOverlay('keys')} />}
      {overlay === 'keys' && <KeyList onClose={close} />}
      {overlay === 'nav' && (
        <Dialog title="svc" onClose={close} isDrawer>
          <Nav onNavigate={close} />
          <div className={classes.drawerFoot}>
            <UserMenu />
          </div>
        </Dialog>
      )}
    </div>
  );
}

function Brand(): ReactNode {
  return (
    <p className={classes.brand}>
      <img src="/assets/icon.svg" alt="" width="20" height="20" />
      svc
    </p>
  );
}

function useShellKeys(open: (overlay: Overlay) => void): void {
  const go = useGo();
  const { refresh } = useScope();
  useKeys('Everywhere', [
    { keys: 'mod+k', label: 'Find a page, an ID or an action', run: () => open('palette'), inFields: true },
    { keys: '?', label: 'Show the keys', run: () => open('keys') },
    { keys: 'r', label: 'Read everything again, up to now', run: refresh },
  ]);
  useKeys(
    'Pages',
    SECTIONS.flatMap(({ pages }) => pages).map(({ to, label, key }) => ({
      keys: `g ${key}`,
      label,
      run: () => go({ to }),
    })),
  );
}
