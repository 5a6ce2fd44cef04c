import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Drain, DRAIN_DEFAULTS, WILDCARD } from './drain.js';
import { minePatterns, tokenize } from './mine-patterns.js';

const lines = (...texts: string[]) => texts.map((text) => ({ text }));
async function mineTemplates(...texts: string[]): Promise<string[]> {
  return (await minePatterns(lines(...texts))).map(({ template }) => template).sort();
}

describe('message patterns', () => {
  const cases: [title: string, messages: string[], templates: string[]][] = [
    ['nothing', [], []],
    ['an empty message', ['', '  '], ['']],
    ['the same message twice', ['a b', 'a b'], ['a b']],
    ['messages that masks make equal', ['user 1 left', 'user 22 left'], ['user <number> left']],
    [
      'differences that masks cannot recognize',
      ['order placed by jane using visa', 'order placed by joe using amex'],
      ['order placed by <*> using <*>'],
    ],
    [
      'messages that have little in common',
      ['cache miss for alpha key', 'cache miss beta', 'disk full on beta now'],
      ['cache miss beta', 'cache miss for alpha key', 'disk full on beta now'],
    ],
    ['white space of any kind', ['a\t b\n', 'a b'], ['a b']],
    ['messages below the similarity', ['a b c d e', 'a b x y z'], ['a b <*> <*> <*>']],
    ['messages that differ in a leading word', ['start job now', 'stop job now'], ['start job now', 'stop job now']],
    ['leading words with digits', ['job1a run ok', 'job2b run ok'], ['<*> run ok']],
  ];
  for (const [title, messages, templates] of cases) {
    it(`groups ${title}`, async () => {
      assert.deepEqual(await mineTemplates(...messages), templates);
    });
  }

  it('derives the ID of a pattern from the template', async () => {
    const [one] = await minePatterns(lines('user 1 left'));
    const [two] = await minePatterns(lines('user 2 left', 'user 3 left', 'user 3 left'));
    assert.equal(one?.id, two?.id);
    assert.match(one?.id ?? '', /^[0-9a-f]{16}$/);
    assert.notEqual((await minePatterns(lines('user left')))[0]?.id, one?.id);
  });

  // Few words in few places, so that clusters interact.
  const word = fc.constantFrom('open', 'close', 'file', 'socket', 'of', 'jane', 'joe', '17', '10.0.0.1', 'a1');
  const message = fc.array(word, { maxLength: 7 }).map((words) => words.join(' '));
  const anything = fc.oneof(message, fc.string({ unit: 'grapheme', maxLength: 60 }));

  it('assigns every message to one pattern, whose template it fits', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anything, { maxLength: 40 }), async (texts) => {
        const given = lines(...texts);
        const patterns = await minePatterns(given);
        const found = patterns.flatMap(({ messages }) => messages);
        assert.equal(found.length, given.length);
        assert.deepEqual(new Set(found), new Set(given));
        assert.equal(new Set(patterns.map(({ id }) => id)).size, patterns.length);
        for (const { template, messages } of patterns) {
          const expected = template.split(' ');
          for (const { text } of messages) {
            const tokens = tokenize(text);
            assert.equal(tokens.length, expected.length);
            assert.ok(expected.every((token, index) => token === WILDCARD || token === tokens[index]));
          }
        }
      }),
    );
  });

  it('ignores the order and frequency of the messages', async () => {
    const shuffled = fc
      .array(anything, { maxLength: 40 })
      .chain((texts) =>
        fc.tuple(fc.constant(texts), fc.shuffledSubarray([...texts, ...texts], { minLength: texts.length * 2 })),
      );
    await fc.assert(
      fc.asyncProperty(shuffled, async ([texts, again]) => {
        assert.deepEqual(await mineTemplates(...again), await mineTemplates(...texts));
      }),
    );
  });

  it('limits the number of patterns, however many different messages there are', async () => {
    const options = { ...DRAIN_DEFAULTS, maxChildren: 3, maxClusters: 4 };
    const texts = Array.from({ length: 2_000 }, (_, index) =>
      [index % 50, index % 7, index % 11, index % 13, index]
        .map((n) => 'abcdefghij'.charAt(n % 10) + 'x'.repeat(n % 60))
        .join(' '),
    );
    const patterns = await minePatterns(lines(...texts), options);
    // Limit for messages of one length: three first words, three second words, four clusters each.
    assert.ok(patterns.length <= 3 * 3 * 4, String(patterns.length));
  });

  it('cuts long messages', () => {
    assert.equal(tokenize('a '.repeat(2_000)).length, 64);
    assert.equal(tokenize('a '.repeat(64)).length, 64);
    assert.equal(tokenize('a '.repeat(64)).at(-1), 'a');
    assert.ok(tokenize('x'.repeat(1_000_000)).join('').length <= 1_024);
  });

  it('yields to other work', async () => {
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    await minePatterns(
      Array.from({ length: 30_000 }, (_, index) => ({ text: `request ${index} of user-${index} failed` })),
    );
    clearInterval(timer);
    assert.ok(turns > 2, String(turns));
  });
});

describe('the tree', () => {
  it('sends tokens without a child of their own to the shared child', () => {
    const drain = new Drain({ depth: 3, similarity: 1, maxChildren: 2, maxClusters: 100 });
    const a = drain.add(['a', 'x']);
    const others = ['b', 'c', 'd'].map((token) => drain.add([token, 'x']));
    assert.equal(new Set([a, ...others]).size, 4);
    assert.equal(drain.add(['a', 'x']), a);
    assert.equal(drain.add(['c', 'x']), others[1]);
  });
});
