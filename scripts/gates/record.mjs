/** The results of a run of the gate by spec file and suite, and the report that ends it. */
const SLOWEST = 20;
/** A gate that takes longer than this warns, so that it cannot become slow unseen. */
const WARN_ABOVE_MINUTES = 20;

/** @param suites with the files of each, to which the results are attributed. */
export function createRecord(suites) {
  const began = Date.now();
  const rows = new Map(suites.map(({ name }) => [name, { name, files: 0, tests: 0, cpu: 0, wall: 0, failed: 0 }]));
  const owner = new Map(suites.flatMap(({ name, place, files }) => files.map((file) => [`${place} ${file}`, name])));
  const results = new Map();
  const steps = [];
  const notes = { repeated: [], hits: [] };
  const key = ({ place }, file) => `${place} ${file}`;

  return {
    results,
    /** Notes that a file passed when it was repeated. */
    repeated(task, file, text) {
      notes.repeated.push(text);
      results.get(key(task, file)).isRepeated = true;
    },
    hit: (text) => notes.hits.push(text),
    step(task, event) {
      steps.push({ ...event, suite: task.name });
      const row = rows.get(task.name);
      if (row) add(row, { tests: 1, cpu: event.cpuSeconds, wall: (event.ms ?? 0) / 1_000 });
    },
    /** Keeps the result of a file in place of an earlier one. */
    file(task, event) {
      results.set(key(task, event.file), { ...event, place: task.place });
      const row = rows.get(owner.get(key(task, event.file)));
      if (row) add(row, { files: 1, tests: event.tests.length, cpu: event.cpuSeconds, wall: event.ms / 1_000 });
    },
    hasResult: (task, file) => results.has(key(task, file)),
    /** The number of passed tests of a suite if all of them passed and no file was repeated; otherwise 0. */
    passedAtOnce({ name, place, files }) {
      const own = [
        ...steps.filter(({ suite }) => suite === name),
        ...files.map((file) => results.get(`${place} ${file}`) ?? { failed: true }),
      ];
      const isClean = own.every(({ status, failed, isRepeated }) => status !== 'failed' && !failed && !isRepeated);
      return isClean ? own.reduce((sum, { tests }) => sum + (tests?.length ?? 1), 0) : 0;
    },
    durations: () =>
      Object.fromEntries(
        [...results.values()].map(({ place, file, ms }) => [`${place}: ${file}`, Math.round(ms) / 1_000]),
      ),
    /**
     * Prints everything and returns the exit code.
     *
     * @param options remember: keeps the totals of this run, and returns lines about the last ones.
     */
    report({ only, unfinished = [], remember = () => [] }) {
      const tests = [...results.values()].flatMap(({ tests: own, file, place }) =>
        own.map((test) => ({ ...test, name: `${place}: ${file}: ${test.title}` })),
      );
      const unloaded = [...results.values()].filter(({ failed, tests: own }) => failed && !own.some(isFailed));
      const all = [...tests, ...steps];
      const count = (status) => all.filter((each) => each.status === status).length;
      const skipped = all.filter(({ status }) => status === 'pending' || status === 'skipped').map(({ name }) => name);
      let failures = count('failed') + unloaded.length + unfinished.length;
      if (only !== '' && tests.length === 0) {
        failures += 1;
        console.log(`\nFAILED: no spec matches ${only}`);
      }
      printSuites([...rows.values()].filter(({ files, tests: run }) => files + run > 0));
      if (only === '') printSlowest(results);
      printList('not finished', unfinished);
      printList('failed beside others, and passed when repeated alone; treat each as a fault', notes.repeated);
      printList('not run, because they have passed on the same inputs', notes.hits);
      printList('skipped', skipped);
      printList('failed', [
        ...all.filter(isFailed).map(({ name }) => name),
        ...unloaded.map(({ place, file }) => `${place}: ${file}`),
      ]);
      const passed = count('passed');
      const minutes = (Date.now() - began) / 60_000;
      const cpuSeconds = [...rows.values()].reduce((sum, { cpu }) => sum + cpu, 0);
      printList(
        'last runs on this machine',
        remember({ minutes, cpuSeconds, passed, failed: failures, repeated: notes.repeated }),
      );
      if (minutes > WARN_ABOVE_MINUTES)
        console.log(
          `\nWARNING: the gate took ${minutes.toFixed(1)} minutes; ${WARN_ABOVE_MINUTES} is what it may take`,
        );
      console.log(`\n${passed} passed, ${failures} failed, ${skipped.length} skipped`);
      return failures > 0 || passed === 0 ? 1 : 0;
    },
  };
}

const isFailed = ({ status }) => status === 'failed';

function add(row, numbers) {
  for (const [name, number] of Object.entries(numbers)) row[name] += number;
}

function printSuites(rows) {
  const line = (name, files, tests, cpu, wall) =>
    `  ${name.padEnd(28)}${String(files).padStart(7)}${String(tests).padStart(8)}${cpu.padStart(9)}${wall.padStart(9)}`;
  console.log(`\n${line('suite', 'files', 'tests', 'CPU s', 'wall s')}`);
  for (const { name, files, tests, cpu, wall } of rows)
    console.log(line(name, files, tests, cpu.toFixed(0), wall.toFixed(0)));
  const sum = (of) => rows.reduce((total, row) => total + row[of], 0);
  console.log(line('all', sum('files'), sum('tests'), sum('cpu').toFixed(0), ''));
}

function printSlowest(results) {
  const slowest = [...results.values()].toSorted((one, other) => other.cpuSeconds - one.cpuSeconds).slice(0, SLOWEST);
  printList(
    'most CPU',
    slowest.map(
      ({ cpuSeconds, ms, place, file }) =>
        `${cpuSeconds.toFixed(0)} s (${(ms / 1_000).toFixed(0)} s of wall) ${place}: ${file}`,
    ),
  );
}

function printList(title, lines) {
  if (lines.length > 0) console.log(`\n${title}:\n${lines.map((line) => `  ${line}`).join('\n')}`);
}
