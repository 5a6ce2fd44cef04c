import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { checkDefinition, compileFlag, Evaluator, type FlagDefinition } from './index.js';
import { toEvaluationContext, type VectorContext } from './testing/vector-context.js';

interface VectorFile {
  readonly source: string;
  readonly flags: readonly FlagDefinition[];
  readonly cases: readonly {
    readonly flag: string;
    readonly context: VectorContext;
    readonly expect: Readonly<Record<string, unknown>>;
  }[];
}

const DIRECTORY = new URL('../vectors/', import.meta.url);

for (const file of readdirSync(DIRECTORY)) {
  const { source, flags, cases } = JSON.parse(readFileSync(new URL(file, DIRECTORY), 'utf8')) as VectorFile;
  describe(`vectors ${file}: ${source}`, () => {
    const compiled = new Map(flags.map((flag) => [flag.key, compileFlag(flag)]));

    it('contains valid definitions only', () => {
      for (const flag of flags) assert.deepEqual(checkDefinition(flag), [], flag.key);
    });

    it(`reproduces ${cases.length} evaluations`, () => {
      for (const { flag, context, expect } of cases) {
        const subject = compiled.get(flag);
        assert.ok(subject, flag);
        const found = new Evaluator(compiled, toEvaluationContext(context)).evaluate(subject);
        assert.ok(found, flag);
        const { conditionIndex, ...rest } = found;
        const answer: Record<string, unknown> = { ...rest, condition_index: conditionIndex };
        const asked = Object.fromEntries(Object.keys(expect).map((name) => [name, answer[name]]));
        assert.deepEqual(asked, expect, `${flag} ${JSON.stringify(context)}`);
      }
    });

    it('reproduces them with a turn after every condition, whatever was evaluated before', async () => {
      let turns = 0;
      const always = { isDue: () => true, yield: () => Promise.resolve(void turns++) };
      for (const { flag, context } of cases) {
        const subject = compiled.get(flag);
        assert.ok(subject, flag);
        const expected = new Evaluator(compiled, toEvaluationContext(context)).evaluate(subject);
        const evaluator = new Evaluator(compiled, toEvaluationContext(context));
        for (const each of [...compiled.values(), subject]) {
          const found = await evaluator.evaluateInTurns(each, always);
          if (each === subject) assert.deepEqual(found, expected, `${flag} ${JSON.stringify(context)}`);
        }
      }
      assert.ok(turns > cases.length);
    });
  });
}
