/** `npm test`, or a part of it: `node scripts/test.mjs [check|unit|e2e] [--only=text]`. */
import { withTools } from './tools.mjs';

await withTools(import.meta.url, async () => {
  // Loaded under the right Node: an older one lacks what the gates import.
  const { gates } = await import('./gates.mjs');
  await gates(process.argv.slice(2).filter((argument) => !argument.startsWith('--')));
});
