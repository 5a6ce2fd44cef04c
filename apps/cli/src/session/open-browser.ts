import { spawn } from 'node:child_process';

/** How each system opens an address in the person's browser; without a shell, which would read more into it. */
const COMMANDS: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Nothing happens where there is no browser; the address was printed all the same. */
export function openBrowser(url: string): void {
  // What the service answers is opened only if it is a page.
  if (!/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : '')) return;
  const [command = 'xdg-open', ...prefix] = COMMANDS[process.platform] ?? ['xdg-open'];
  const child = spawn(command, [...prefix, url], { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}
