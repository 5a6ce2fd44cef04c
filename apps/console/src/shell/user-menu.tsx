import { Menu } from '@base-ui/react/menu';
import { useRef, type ReactNode } from 'react';
import { readCsrfToken } from '../api/call.js';
import { useApiChange } from '../api/hooks.js';
import { announceSignOut } from '../api/sign-in.js';
import { useSession } from '../session/session.js';
import { Icon } from '../ui/controls/icon.js';
import menuClasses from '../ui/controls/menu.module.css';
import { applyTheme, readTheme, THEMES, type Theme } from './theme.js';
import classes from './user-menu.module.css';

/** The user who is signed in: theme, API reference and sign-out. */
export function UserMenu(): ReactNode {
  const { user, account } = useSession();
  const save = useApiChange('PATCH /users/me', ['GET /users/me']);
  const form = useRef<HTMLFormElement>(null);
  const choose = (theme: Theme): void => {
    applyTheme(theme);
    save.mutate({ body: { preferences: { ...user.preferences, theme } } });
  };
  return (
    <>
      <Menu.Root>
        <Menu.Trigger className={classes.trigger}>
          <Icon name="user" />
          <span className={classes.text}>
            <bdi className={classes.name}>{user.name === '' ? user.email : user.name}</bdi>
            <bdi className={classes.organization}>{account.organization?.name}</bdi>
          </span>
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Positioner sideOffset={4} side="top" align="start" className={menuClasses.positioner}>
            <Menu.Popup className={menuClasses.popup}>
              <Menu.RadioGroup value={readTheme(user.preferences)} onValueChange={choose}>
                {THEMES.map(({ value, label }) => (
                  <Menu.RadioItem key={value} value={value} className={menuClasses.item}>
                    <span className={menuClasses.mark}>
                      <Menu.RadioItemIndicator>
                        <Icon name="check" />
                      </Menu.RadioItemIndicator>
                    </span>
                    {label}
                  </Menu.RadioItem>
                ))}
              </Menu.RadioGroup>
              <div className={menuClasses.separator} role="separator" />
              <Menu.Item className={menuClasses.item} render={<a href="/docs">API reference</a>} />
              <Menu.Item
                className={menuClasses.item}
                onClick={() => {
                  announceSignOut();
                  form.current?.requestSubmit();
                }}
              >
                Sign out
              </Menu.Item>
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      <form ref={form} method="post" action="/logout" hidden>
        <input type="hidden" name="csrf_token" defaultValue={readCsrfToken()} />
      </form>
    </>
  );
}
