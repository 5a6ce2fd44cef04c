/** Values of `telemetry.sdk.language` by the platforms that events name, and by the second part of the names of SDKs. */
const LANGUAGES = new Map([
  ['android', 'java'],
  ['c', 'cpp'],
  ['cocoa', 'swift'],
  ['csharp', 'dotnet'],
  ['dotnet', 'dotnet'],
  ['elixir', 'elixir'],
  ['go', 'go'],
  ['java', 'java'],
  ['kotlin', 'java'],
  ['native', 'cpp'],
  ['node', 'nodejs'],
  ['objc', 'swift'],
  ['php', 'php'],
  ['python', 'python'],
  ['ruby', 'ruby'],
  ['rust', 'rust'],
  ['swift', 'swift'],
]);

/** SDKs for JavaScript that run on servers only; the others name the platform `node` there. */
const SERVERS = new Set([
  'aws-serverless',
  'bun',
  'cloudflare',
  'deno',
  'elysia',
  'google-cloud-serverless',
  'hono',
  'nestjs',
  'node',
  'vercel-edge',
]);

/** The language of a process, by the platform of an event and the name of its SDK, such as `sentry.javascript.node`. */
export function findLanguage(platform: string | undefined, sdk: string | undefined): string | undefined {
  const [, family = '', product = ''] = sdk?.split(/[./]/, 3) ?? [];
  const named = platform === undefined || platform === 'other' ? family : platform;
  if (named === 'javascript') return SERVERS.has(product) ? 'nodejs' : 'webjs';
  return LANGUAGES.get(named);
}
