import { call } from '../api/call.js';
import { useApiChange } from '../api/hooks.js';
import { announce } from '../ui/feedback/announcements.js';
import { applyTheme, type Theme } from './theme.js';

/** Applies a theme at once, and keeps it for the other browsers of the user. */
export function useChooseTheme(): (theme: Theme) => void {
  const { mutateAsync } = useApiChange('PATCH /users/me', ['GET /users/me']);
  const choose = async (theme: Theme): Promise<void> => {
    applyTheme(theme);
    // Another tab or client may have changed other preferences since this page was opened.
    const { preferences } = await call('GET /users/me', {});
    await mutateAsync({ body: { preferences: { ...preferences, theme } } });
  };
  return (theme) => void choose(theme).catch(() => announce('The theme could not be saved for your other browsers.'));
}
