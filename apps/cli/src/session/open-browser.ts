/** The command that opens an address in the browser on each system; run without a shell, which would interpret the address. */
const COMMANDS: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Does nothing without a browser; the address has been printed anyway. */
export async function openBrowser(url: string): Promise<void> {
  // Opens only web addresses, because the service chooses the address.
  if (!/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : '')) return;
  const [command = 'xdg-open', ...prefix] = COMMANDS[process.platform] ?? ['xdg-open'];
  // Loaded on demand: only one command opens a browser.
  const { spawn } = await import('node:child_process');
  const child = spawn(command, [...prefix, url], { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}
