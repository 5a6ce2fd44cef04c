/**
 * What `npm test` runs, or a part of it.
 *
 * check: generated code, protos, formatting, lint, boundaries, structure, and the judges of the Helm chart (chart: only those). unit: the specs beside the code, pure and on real embedded
 * stores; those of the client on each Node it supports. e2e: the black-box suite, on one process and on six.
 *
 * The black-box suite waits half of the time, so each topology runs beside the specs, and its output is printed whole when it ends.
 */
import { build } from '../build.mjs';
import { chart } from './chart.mjs';
import { check, checkGenerated } from './check.mjs';
import { TOPOLOGIES, endToEnd } from './end-to-end.mjs';
import { clientOnOtherNodes } from './client-nodes.mjs';
import { specs } from './specs.mjs';
import { report } from './totals.mjs';

/** Runs the named parts, or all of them; the exit code says whether everything passed. */
export async function gates(parts, { only, topology }) {
  // Specs run in process groups of their own, which no terminal interrupts: they are killed when this process exits.
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
  const wants = (part) => parts.length === 0 || parts.includes(part);
  build();
  if (wants('check')) await checkGenerated();
  await Promise.all([
    inTurn([
      ...(wants('check') ? [check] : []),
      ...(wants('check') || parts.includes('chart') ? [chart] : []),
      ...(wants('unit') ? [() => specs(only), ...(only === '' ? [clientOnOtherNodes] : [])] : []),
    ]),
    ...(wants('e2e')
      ? TOPOLOGIES.filter((kind) => kind === (topology ?? kind)).map((kind) => endToEnd(kind, only))
      : []),
  ]);
  report({ only });
}

async function inTurn(parts) {
  for (const part of parts) await part();
}
