/** Other tabs of the browser are told on this channel that the user has signed out. */
const CHANNEL = 'svc-session';

/** Opens the page to sign in, which returns to this page. */
export function requestSignIn(): void {
  const { pathname, search } = window.location;
  window.location.assign(`/login?return_to=${encodeURIComponent(`${pathname}${search}`)}`);
}

/** Tells the other tabs before the session ends, so that they show nothing of it any longer. */
export function announceSignOut(): void {
  new BroadcastChannel(CHANNEL).postMessage('signed-out');
}

/** Calls back when another tab has signed out. Returns a function that stops listening. */
export function onSignOut(callback: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', callback);
  return () => channel.close();
}
