export type Theme = 'system' | 'light' | 'dark';

export const THEMES: readonly { readonly value: Theme; readonly label: string }[] = [
  { value: 'system', label: 'Theme of the system' },
  { value: 'light', label: 'Light theme' },
  { value: 'dark', label: 'Dark theme' },
];

/** The theme among the preferences of the user. */
export function readTheme(preferences: Readonly<Record<string, unknown>> | undefined): Theme {
  const theme = preferences?.['theme'];
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

/** Applies a theme, and keeps it for the next start of this browser, which reads it before it has the preferences. */
export function applyTheme(theme: Theme): void {
  if (theme === 'system') {
    localStorage.removeItem('theme');
    delete document.documentElement.dataset['theme'];
  } else {
    localStorage.setItem('theme', theme);
    document.documentElement.dataset['theme'] = theme;
  }
}
