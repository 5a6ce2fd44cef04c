import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** A page with the SDK of PostHog from npm, whose recorder is bundled as docs/replay.md says. */
const PAGE = `import posthog from 'posthog-js';
import 'posthog-js/dist/posthog-recorder';
window.posthog = posthog;
`;

/** The SDK and its recorder as one script. */
export async function bundlePostHog(): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: PAGE, resolveDir: fileURLToPath(new URL('../..', import.meta.url)) },
    bundle: true,
    write: false,
    format: 'iife',
    logLevel: 'error',
  });
  return outputFiles[0]?.text ?? '';
}

/**
 * The elements that load the SDK in a page and start it.
 *
 * @param host the address of ingestion.
 */
export function postHogScript(path: string, host: string, key: string): string {
  // The browser of the suite calls itself headless, and the SDK ignores robots.
  const options = { api_host: host, opt_out_useragent_filter: true, capture_pageview: false, autocapture: false };
  const start = `posthog.init(${JSON.stringify(key)}, ${JSON.stringify(options)})`;
  return `<script src="${path}"></script><script>${start}</script>`;
}
