/** Other tabs of the browser are told on this channel that the session has ended. */
const CHANNEL = 'svc-session';

let channel: BroadcastChannel | undefined;
let signingOut = false;

/**
 * Opens the page to sign in, which returns to this page. What this page shows cannot be reached by going back. Who is signing out leaves
 * this page anyway: requests that are refused meanwhile must not bring a return to it.
 */
export function requestSignIn(): void {
  if (signingOut) return;
  const { pathname, search } = window.location;
  window.location.replace(`/login?return_to=${encodeURIComponent(`${pathname}${search}`)}`);
}

/**
 * Ends the session by a request, tells the other tabs, which show nothing of it any longer, and opens the page to sign in, which returns to
 * the start page. Rejects as the request does, and then stays on this page.
 */
export async function leaveSession(end: () => Promise<void>): Promise<void> {
  signingOut = true;
  try {
    await end();
  } catch (error) {
    signingOut = false;
    throw error;
  }
  tabs().postMessage('signed-out');
  window.location.replace('/login');
}

/** Calls back when another tab has signed out. Returns a function that stops listening. */
export function onSignOut(callback: () => void): () => void {
  tabs().addEventListener('message', callback);
  return () => tabs().removeEventListener('message', callback);
}

/** There is one for each tab, because a channel delivers to others of its own tab as well, but never to itself. */
function tabs(): BroadcastChannel {
  channel ??= new BroadcastChannel(CHANNEL);
  return channel;
}
