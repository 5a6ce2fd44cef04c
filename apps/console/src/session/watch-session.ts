import { readCsrfToken } from '../api/call.js';

/**
 * Reloads the page when its browser has another session than the one that it was opened with, because another user may have signed in:
 * when its tab is looked at again, and when it returns from the memory of the browser. A page that is being left becomes hidden, and is not
 * reloaded: that would replace the page that it is left for.
 */
export function watchSession(): void {
  const token = readCsrfToken();
  const check = (): void => {
    if (document.visibilityState === 'visible' && readCsrfToken() !== token) window.location.reload();
  };
  window.addEventListener('focus', check);
  document.addEventListener('visibilitychange', check);
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) check();
  });
}
