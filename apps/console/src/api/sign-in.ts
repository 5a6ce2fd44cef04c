/** Other tabs of the browser are told on this channel that the session has ended. */
const CHANNEL = 'svc-session';

/** Opens the page to sign in, which returns to this page. What this page shows cannot be reached by going back. */
export function requestSignIn(): void {
  const { pathname, search } = window.location;
  window.location.replace(`/login?return_to=${encodeURIComponent(`${pathname}${search}`)}`);
}

/** Tells the other tabs that the session has ended, so that they show nothing of it any longer. */
export function announceSignOut(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage('signed-out');
  channel.close();
}

/** Calls back when another tab has signed out. Returns a function that stops listening. */
export function onSignOut(callback: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', callback);
  return () => channel.close();
}
