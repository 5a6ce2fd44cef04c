/** `npm test`, or a part of it. */
import { parseArgs } from 'node:util';
import { withTools } from './tools.mjs';

const USAGE = `node scripts/test.mjs [part or suite ...] [--only=<part of a path>] [--topology=standalone|distributed] [--all]

parts: quick, check, chart, unit, e2e; suites: those of scripts/gates/suites.mjs. Without any: the whole gate.
--all: everything, with ten times the cases and new random values.`;

await withTools(import.meta.url, async () => {
  const { values, positionals } = readArguments();
  // Ten times the usual number of cases and kills; the choice of specs depends on it too, so it is set before they are chosen.
  if (values.all) process.env.SVC_TEST_EFFORT ??= '10';
  // Imported under the right Node version, because older ones lack modules that the gates import.
  const { gates } = await import('./gates/index.mjs');
  await gates(positionals, { only: values.only, topology: values.topology, isAll: values.all });
});

/** Ends the process after `--help`, or with 2 after an option that there is not. */
function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        only: { type: 'string', default: '' },
        topology: { type: 'string' },
        all: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    if (!values.help) return { values, positionals };
    console.log(USAGE);
  } catch (error) {
    console.error(`${error.message}\n\n${USAGE}`);
    process.exit(2);
  }
  process.exit();
}
