/** The totals of all parts of the gate, and the line that ends it. */
const totals = { passed: 0, failed: 0, skipped: [], repeated: [], specs: 0 };
const durations = [];
/** So many of the slowest spec files are listed. */
const SLOWEST = 20;

export function pass(count = 1) {
  totals.passed += count;
}

export function fail(count = 1) {
  totals.failed += count;
}

/** Counts the tests of specs, also skipped ones. */
export function ranSpecs(count) {
  totals.specs += count;
}

/** Names a test that failed and was run once more. */
export function repeated(name) {
  totals.repeated.push(name);
}

/** Notes how long a spec file took. */
export function took(name, ms) {
  durations.push({ name, ms });
}

export function skip(name) {
  totals.skipped.push(name);
}

/** Counts one step without specs; a failure prints its output but does not stop the gate. */
export async function step(name, work) {
  const began = Date.now();
  try {
    await work();
    pass();
    console.log(`\n${name}: ${((Date.now() - began) / 1000).toFixed(1)} s`);
  } catch (error) {
    fail();
    console.log(`\nFAILED: ${name}\n${error.stdout ?? ''}${error.stderr ?? error.stack}`);
  }
}

/** Prints skipped tests by name and the totals; a run without tests fails, and so does a filter that no spec matches. */
export function report({ only }) {
  if (only !== '' && totals.specs === 0) {
    fail();
    console.log(`\nFAILED: no spec matches ${only}`);
  }
  const { passed, failed, skipped, repeated } = totals;
  const slowest = durations.sort((one, other) => other.ms - one.ms).slice(0, only === '' ? SLOWEST : 0);
  if (slowest.length > 0)
    console.log(`\nslowest:\n${slowest.map(({ name, ms }) => `  ${(ms / 1_000).toFixed(0)} s ${name}`).join('\n')}`);
  if (repeated.length > 0)
    console.log(`\nfailed beside others, and run once more:\n${repeated.map((line) => `  ${line}`).join('\n')}`);
  if (skipped.length > 0) console.log(`\nskipped:\n${skipped.map((line) => `  ${line}`).join('\n')}`);
  console.log(`\n${passed} passed, ${failed} failed, ${skipped.length} skipped`);
  if (failed > 0 || passed === 0) process.exitCode = 1;
}
