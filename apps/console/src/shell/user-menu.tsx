import { Menu } from '@base-ui/react/menu';
import type { ReactNode } from 'react';
import { ApiError } from '../api/api-error.js';
import { call } from '../api/call.js';
import { leaveSession } from '../api/sign-in.js';
import { useSession } from '../session/session.js';
import { readTheme, THEMES, type Theme } from '../theme/theme.js';
import { useChooseTheme } from '../theme/use-choose-theme.js';
import { Icon } from '../ui/controls/icon.js';
import menuClasses from '../ui/controls/menu.module.css';
import { announce } from '../ui/feedback/announcements.js';
import { OutsideText } from '../ui/text/outside-text.js';
import classes from './user-menu.module.css';

/** The user who is signed in: theme, API reference and sign-out. */
export function UserMenu(): ReactNode {
  const { user, account } = useSession();
  const choose = useChooseTheme();
  return (
    <>
      <Menu.Root>
        <Menu.Trigger className={classes.trigger}>
          <Icon name="user" />
          <span className={classes.text}>
            <span className={classes.name}>
              <OutsideText text={(user.name === '' ? user.email : user.name) ?? ''} />
            </span>
            <span className={classes.organization}>
              <OutsideText text={account.organization?.name ?? ''} />
            </span>
          </span>
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Positioner sideOffset={4} side="top" align="start" className={menuClasses.positioner}>
            <Menu.Popup className={menuClasses.popup}>
              <Menu.RadioGroup value={readTheme(user.preferences)} onValueChange={(theme: Theme) => choose(theme)}>
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
              <Menu.Item className={menuClasses.item} onClick={() => void signOut()}>
                Sign out
              </Menu.Item>
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
    </>
  );
}

async function signOut(): Promise<void> {
  try {
    await leaveSession(endSession);
  } catch {
    announce('The session could not be ended. Try again.');
  }
}

/** A session that has ended already is what was wanted. */
async function endSession(): Promise<void> {
  try {
    await call('POST /auth/logout', {});
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
  }
}
