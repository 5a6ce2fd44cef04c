/** Calls back after the theme of the page has changed, by the system or by the user; returns a function that ends it. */
export function onThemeChange(changed: () => void): () => void {
  const abort = new AbortController();
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', changed, { signal: abort.signal });
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  return () => {
    abort.abort();
    observer.disconnect();
  };
}
