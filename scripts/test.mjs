/** `npm test`, or a part of it: `node scripts/test.mjs [part or suite ...] [--only=part of a path] [--topology=standalone] [--all]`. */
import { withTools } from './tools.mjs';

await withTools(import.meta.url, async () => {
  const args = process.argv.slice(2);
  const isAll = args.includes('--all');
  // Ten times the usual number of cases and kills; the choice of specs depends on it too, so it is set before they are chosen.
  if (isAll) process.env.SVC_TEST_EFFORT ??= '10';
  // Imported under the right Node version, because older ones lack modules that the gates import.
  const { gates } = await import('./gates/index.mjs');
  const option = (name) => args.find((argument) => argument.startsWith(`--${name}=`))?.slice(`--${name}=`.length);
  const parts = args.filter((argument) => !argument.startsWith('--'));
  await gates(parts, { only: option('only') ?? '', topology: option('topology'), isAll });
});
